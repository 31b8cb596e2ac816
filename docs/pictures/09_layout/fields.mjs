// The measured speed from arrays to records as a share of a copy's, by the number of fields.
import { curves } from "../kit/plot.mjs";

const cases = [
  [2, "2^27 records with 2 fields"],
  [5, "2^26 records with 5 fields"],
  [16, "2^24 records with 16 fields"],
  [17, "15790321 records with 17 fields"],
];
const programs = [
  ["baseline", "baseline", "b", { named: 1, anchor: "start" }],
  ["5_padded_tile", "two loops, two records per thread", "a", { named: 1, above: false, anchor: "start" }],
  ["solution", "solution", "c", { named: 2, above: false }],
];

export function draw({ results }) {
  const share = (build, name) => (100 * results.at(`09[${name}]/limit.ms`)) / results.build("09", build, name).ms;
  return curves({
    title: "Share of a copy's speed, by the number of fields",
    description:
      "Curves of the share of a copy's speed over the number of fields, from arrays to records. The baseline falls from two thirds with 2 fields to a seventh with 17. " +
      "Two loops with two records per thread stay near two thirds, and the solution stays above four fifths.",
    x: { name: "fields of a record", scale: "linear", domain: [0, 18], ticks: [2, 5, 16, 17] },
    y: { name: "% of a copy's speed", scale: "linear", domain: [0, 110], ticks: [0, 25, 50, 75, 100] },
    marks: [{ name: "a copy", value: 100 }],
    series: programs.map(([build, name, of, more]) => ({ name, of, ...more, points: cases.map(([fields, key]) => [fields, share(build, key)]) })),
  });
}
