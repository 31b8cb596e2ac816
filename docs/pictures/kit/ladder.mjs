// The plot that every lab has: what each rung of its ladder makes of the baseline, as it was measured.

import { bars } from "./plot.mjs";

/** The rungs of `lab` as bars of speedup, with what the lab asks for and what limits it. `limit` says in words what the
 * limit is; leave it out where it lies far away. `without` names rungs and peers that are left out. */
export function ladder({ results, lab, title, description, limit, logarithmic = false, without = [] }) {
  const measured = results.case(lab);
  const threshold = results.threshold(lab);
  const known = results.knownRung(lab);
  const baseline = measured.rungs.find((rung) => rung.name === "baseline").ms;
  const entries = measured.rungs
    .filter((rung) => !without.includes(rung.name))
    .map((rung) => ({
      name: rung.name,
      value: rung.speedup,
      bold: rung.name === "solution",
      of: rung.name === "solution" ? "c" : rung.name === known ? "b" : "a",
      note: rung.name === known ? "known before this lab" : "",
    }));
  for (const peer of measured.peers ?? [])
    if (!without.includes(peer.name)) entries.push({ name: peer.title ?? peer.name, value: peer.speedup, of: "d", words: true });
  const marks = [{ name: `full marks: ${threshold.full}`, value: threshold.full }];
  if (limit) marks.push({ name: limit, value: baseline / measured.limit_ms });
  return bars({ title, description, unit: "times as fast as the baseline", entries, marks, logarithmic });
}
