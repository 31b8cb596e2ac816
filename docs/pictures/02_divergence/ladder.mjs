import { ladder } from "../kit/ladder.mjs";

export const draw = ({ results }) =>
  ladder({
    results,
    lab: "02",
    title: "The ladder of lab 02",
    description:
      "How many times as fast as the baseline the rungs are, with half of the rows of either kind. Lab 01 alone makes it ten times as fast. Striped rows that keep together bring that to eighteen times, mixed rows that are regrouped double it once more, past full marks. Rungs that make the arithmetic itself cheaper come to twice that again, and a copy of the matrix, which computes nothing, lies above all of them.",
    // The starter program, and rungs that hardly differ from one that is shown.
    without: ["0_original", "6_four_columns", "9_block_size", "10_shared_staging", "13_reduced_arguments", "15_half_angles"],
  });
