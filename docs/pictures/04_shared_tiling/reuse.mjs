// Sectors per multiply-add of four rungs, counted by the simulator.
import { bars } from "../kit/plot.mjs";

const rungs = [
  ["baseline", "lanes in one column", "a"],
  ["1_coalesced", "lanes in one row", "b"],
  ["2_tile_16", "tiles of 16", "c"],
  ["3_tile_32", "tiles of 32", "c"],
];

export function draw({ results }) {
  const gate = results.manifests[results.id("04")].gate.find((one) => one.counter === "sectors_per_multiply_add");
  return bars({
    title: "Sectors per multiply-add",
    description:
      "The sectors of 32 bytes that four kernels request from global memory per multiply-add, on a logarithmic scale: a little " +
      "more than 1 for the baseline, 0.16 with lanes in one row, 0.017 with tiles of 16 and 0.009 with tiles of 32. The gate " +
      `is at most ${gate.max}.`,
    unit: "sectors per multiply-add, logarithmic",
    mono: false,
    logarithmic: true,
    entries: rungs.map(([rung, name, of]) => ({ name, of, value: results.at(`04/${rung}.sectors_per_multiply_add`) })),
    marks: [{ name: `the lab requires at most ${gate.max}`, value: gate.max }],
  });
}
