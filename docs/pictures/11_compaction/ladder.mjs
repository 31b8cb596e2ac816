import { ladder } from "../kit/ladder.mjs";

export const draw = ({ results }) =>
  ladder({
    results,
    lab: "11",
    title: "The ladder of lab 11",
    description:
      "How many times as fast as the baseline each rung is. Counts in place of flags and ballots in place of a scan lead up; one pass with an element a thread falls behind two walks over the row. With 16 rows a warp one pass is far ahead of both. " +
      "The next tile ahead falls back while elements are counted by ballots, and a run for each thread is the largest of the last steps. Two barriers a tile and whole lines add to it. Stores of 16 bytes gain nothing more, and with a stage of its own it is slower again. A look at other tiles before the elements are put in order is the last step up. CUB is slower than most rungs with runs.",
    limit: "limit: each byte once",
    without: ["device_copy"],
  });
