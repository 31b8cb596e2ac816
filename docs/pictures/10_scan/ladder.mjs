import { ladder } from "../kit/ladder.mjs";

export const draw = ({ results }) =>
  ladder({
    results,
    lab: "10",
    title: "The ladder of lab 10",
    description:
      "How many times as fast as the baseline each rung is. Three phases in shared memory bring the first large step, a tree with bank conflicts falls behind it. Reduce then scan and one pass with eight vectors a thread are the next large steps; one pass with one vector falls behind. The next tile ahead falls far back while the sums go on in a chain, and leads up again when a block looks back to its own last tile. The fastest one publishes the sum of a tile before it scans it. CUB is about as fast as one pass whose tile waits in shared memory.",
    limit: "limit: a copy",
    without: ["device_copy"],
  });
