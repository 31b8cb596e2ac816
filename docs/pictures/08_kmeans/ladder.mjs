import { ladder } from "../kit/ladder.mjs";

export const draw = ({ results }) =>
  ladder({
    results,
    lab: "08",
    title: "The ladder of lab 08",
    description:
      "How many times as fast as the baseline each rung is, on a logarithmic axis. The first two rungs, which make the kernel faster, cannot be told from the baseline. " +
      "The update on the GPU is the first large step, sums without global atomics and own columns are the next ones. " +
      "The solution is above full marks, the loop that ends on the device is the fastest, and the limit is several times further.",
    limit: "arithmetic alone",
    logarithmic: true,
  });
