import { ladder } from "../kit/ladder.mjs";

export const draw = ({ results }) =>
  ladder({
    results,
    lab: "12",
    title: "The ladder of lab 12",
    description:
      "The speedup of each rung over the baseline. One warp per row is the first step. The large step is to split long rows, and from there on the rungs are close to each other: tiles of equal work with products in shared memory are as fast as cuSPARSE. The last rung, which sorts shares of the nonzeros by column, is ahead of all. All of them are far from the limit of the bytes.",
    limit: "limit: the bytes",
    logarithmic: true,
  });
