// What a warp's interaction takes, rung by rung, held against the 8 clocks of its roots.

import { bars } from "../kit/plot.mjs";

const root = 8; // clocks of the special-function unit for a warp
const rungs = [
  ["1_gather", "unit 2×"],
  ["2_reciprocal_root", "unit 1×"],
  ["4_shared_tiles", "atoms by the tile"],
  ["5_approximate_root", "the root alone"],
  ["6_points_in_a_row", "four points a thread"],
  ["7_eight_points", "eight"],
];

export function draw({ results }) {
  const limit = results.at("07/limit.ms");
  return bars({
    title: "Clocks for a warp's interaction",
    description:
      "The measured time of each rung, as clocks of one scheduler for an interaction of a warp. The gather with a root and a division takes several times the 8 clocks of the roots. With the " +
      "reciprocal root and tiles it comes down step by step, and with four points a thread close to them. Behind each bar stands what is new in it: the gather uses the special-function unit twice for each interaction, all others once.",
    unit: "clocks for a warp's interaction",
    marks: [{ name: `the roots alone: ${root}`, value: root }],
    entries: rungs.map(([name, note]) => {
      const clocks = (root * results.at(`07/${name}.ms`)) / limit;
      return { name, value: clocks, note, of: clocks < 1.2 * root ? "c" : "a" };
    }),
  });
}
