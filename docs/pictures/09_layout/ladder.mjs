import { ladder } from "../kit/ladder.mjs";

// Rungs outside the path to the solution; a table in the deck has most of them.
const aside = ["6_swizzled_tile", "11_wide_both_sides", "13_tile_of_words", "14_next_tile_in_flight", "15_no_padding"];

export const draw = ({ results }) =>
  ladder({
    results,
    lab: "09",
    title: "The ladder of lab 09",
    description:
      "The speedup of each rung over the baseline, from arrays to records. One element per thread in the order of the arrays and lab 04's square tile are slower than the baseline. A tile as wide as a record is known before this " +
      "lab. The linear tile, several records per thread and asynchronous copies reach the speed of a copy; the rungs after them gain nothing.",
    limit: "a copy",
    without: ["device_copy", ...aside],
  });
