import { ladder } from "../kit/ladder.mjs";

export const draw = ({ results }) =>
  ladder({
    results,
    lab: "11",
    title: "The ladder of lab 11",
    description:
      "The speedup of each rung over the baseline. Counts instead of flags and ballots instead of a scan gain; one pass with one item per thread is slower than two passes over the array. With 16 rows per warp one pass is far ahead of both. " +
      "The next tile ahead is slower while elements are counted by ballots, and the blocked arrangement is the largest of the last steps. Two barriers per tile and whole lines add to it. Stores of 16 bytes gain nothing more, and a separate stage is slower again. An early load of other tiles' states is the last step up. CUB is slower than most rungs with a blocked arrangement.",
    limit: "limit: each byte once",
    without: ["device_copy"],
  });
