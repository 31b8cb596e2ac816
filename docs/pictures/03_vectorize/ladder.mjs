import { ladder } from "../kit/ladder.mjs";
import { brief } from "../kit/plot.mjs";

// Alternatives to rung 6 have a separate plot, aside.mjs; rung 12 is for images with different offsets from a boundary.
const aside = ["7_no_conversions", "8_vectors_in_flight", "9_grid_stride", "10_streaming_hints", "11_table", "12_funnel_shift", "15_all_together"];

export function draw({ results }) {
  const times = (rung) => brief(results.build("03", rung).speedup);
  return ladder({
    results,
    lab: "03",
    title: "The ladder of lab 03",
    description:
      `The speedup of each step over the baseline. Sixteen consecutive bytes per thread: ${times("1_bytes_in_a_row")}. Sixteen bytes in flight, ` +
      `known before this lab: ${times("2_bytes_in_flight")}. Words of four bytes: ${times("3_four_bytes")} from an odd address, and ` +
      `${times("4_aligned_middle")} with a head. Vectors: ${times("5_sixteen_bytes")}; with one conversion less ${times("6_round_once")}. The ` +
      `solution: ${times("solution")}, as fast as the device copies.`,
    limit: "a copy",
    without: ["0_one_byte", "device_copy", ...aside],
  });
}
