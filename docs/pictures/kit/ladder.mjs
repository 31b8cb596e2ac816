// The plot that every lab has: the measured speedup of each rung of its ladder over the baseline.

import { bars } from "./plot.mjs";

/** Draws the rungs of `lab` as bars of speedup, with the speedup for full marks and the limit. `limit` describes the limit in
 * words; omit it if the limit is far away. `without` names rungs and peers that are omitted. */
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
  return bars({ title, description, unit: "speedup over the baseline", entries, marks, logarithmic });
}
