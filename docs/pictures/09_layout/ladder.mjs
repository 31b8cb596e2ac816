import { ladder } from "../kit/ladder.mjs";

// Rungs outside the path to the solution; a table in the deck has most of them.
const aside = ["6_swizzled_tile", "11_async_four_records", "13_wide_records", "14_wide_both_sides", "16_next_tile_in_flight", "17_no_padding"];

export const draw = ({ results }) =>
  ladder({
    results,
    lab: "09",
    title: "The ladder of lab 09",
    description:
      "The speedup of each rung over the baseline, from arrays to records, for 2 fields and then 16. One element per thread in the order of the arrays and lab 04's square tile are slower than the baseline. One element per thread " +
      "in the order of the records is known before this lab. A linear tile, one loop over all its elements and a tile of as many words for any number of fields come near the speed of a copy; the rungs after them gain nothing or little.",
    limit: "a copy",
    without: ["device_copy", ...aside],
  });
