import { ladder } from "../kit/ladder.mjs";

export const draw = ({ results }) =>
  ladder({
    results,
    lab: "02",
    title: "The ladder of lab 02",
    description:
      "The speedup of each rung over the baseline, with half of the rows of either kind. The techniques of lab 01 alone are ten times as fast. Striped rows without divergence raise that to eighteen times, and regrouped mixed rows double it again, past full marks. Rungs with cheaper arithmetic reach twice that again, and a copy of the matrix, which computes nothing, is faster than all of them.",
    // The starter program, and rungs that hardly differ from one that is shown.
    without: ["0_original", "6_four_columns", "9_block_size", "10_shared_staging", "13_reduced_arguments", "15_half_angles"],
  });
