// Loads for each point and iteration, rung by rung: what several points a thread are about.

import { bars } from "../kit/plot.mjs";

const rungs = [
  ["baseline", "baseline: a point is read again, too"],
  ["02_unrolled_distances", "02: centroids from global memory"],
  ["06_shared_centroids", "06: four coordinates with one load"],
  ["08_own_columns", "08: and sums in columns"],
  ["09_several_points", "09: four points a thread"],
  ["10_fused", "10: one kernel for both"],
  ["solution", "the solution"],
];

export function draw({ results }) {
  const gate = results.manifests[results.id("08")].gate.find((one) => one.counter === "loads_per_item").max;
  return bars({
    title: "Loads for each point and iteration",
    description:
      "Bars on a logarithmic axis. In the baseline a point takes about two thousand loads, with its coordinates in registers half as many, with four coordinates a load about 300, and with four points a thread fewer than the gate allows.",
    unit: "loads for each point and iteration, counted",
    logarithmic: true,
    marks: [{ name: `the gate: ${gate}`, value: gate }],
    mono: false,
    entries: rungs.map(([rung, name]) => {
      const value = results.at(`08/${rung}.loads_per_item`);
      return { name, value: Math.round(value), of: value <= gate ? "c" : "a" };
    }),
  });
}
