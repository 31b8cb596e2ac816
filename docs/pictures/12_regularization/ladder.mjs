import { ladder } from "../kit/ladder.mjs";

export const draw = ({ results }) =>
  ladder({
    results,
    lab: "12",
    title: "The ladder of lab 12",
    description:
      "How many times as fast as the baseline each rung is. A warp for each row is the first step. The large one is to cut long rows, and from there on the rungs lie close together: tiles of equal work with products in shared memory are beside cuSPARSE. The last one, which puts shares of the nonzeros in the order of their columns, is ahead of all. All of them are far from the limit of the bytes.",
    limit: "limit: the bytes",
    logarithmic: true,
  });
