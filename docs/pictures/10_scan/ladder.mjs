import { ladder } from "../kit/ladder.mjs";

export const draw = ({ results }) =>
  ladder({
    results,
    lab: "10",
    title: "The ladder of lab 10",
    description:
      "The speedup of each rung over the baseline. Three phases in shared memory are the first large step; a tree with bank conflicts is slower. Reduce then scan and a single pass with eight vectors per thread are the next large steps; a single pass with one vector is slower. Copying the next tile ahead is much slower while the prefixes form a chain, and gains when a block looks back only to its own previous tile. The fastest rung publishes the sum of a tile before it scans it. CUB is about as fast as the single pass whose tile is held in shared memory.",
    limit: "limit: a copy",
    without: ["device_copy"],
  });
