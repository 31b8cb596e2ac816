// The share of its limit that the best program of each lab reaches.
import { bars } from "../kit/plot.mjs";

/** The limit of each lab: the time of a copy of its bytes, of its arithmetic, or of its roots, whichever is longest. */
const of = [
  ["01", "a copy"],
  ["02", "a copy"],
  ["03", "a copy"],
  ["04", "arithmetic"],
  ["05", "arithmetic"],
  ["06", "a copy"],
  ["07", "roots"],
  ["08", "arithmetic"],
  ["09", "a copy"],
  ["10", "a copy"],
  ["11", "a copy"],
  ["12", "a copy"],
];

const kinds = { "a copy": "b", arithmetic: "a", roots: "d" };

export function draw({ results }) {
  const entries = of.map(([lab, limit]) => {
    const measured = results.case(lab);
    const best = Math.min(...measured.rungs.map((rung) => rung.ms));
    return { name: `${lab} ${results.manifests[results.id(lab)].title}: ${limit}`, value: Math.round((100 * measured.limit_ms) / best), of: kinds[limit] };
  });
  return bars({
    title: "The share of its limit that the best program of each lab reaches",
    description: entries.map(({ name, value }) => `${name}, ${value} %`).join("; ") + ".",
    unit: "% of the limit's speed",
    entries,
    marks: [{ name: "the limit", value: 100 }],
    mono: false,
  });
}
