import { ladder } from "../kit/ladder.mjs";

export const draw = ({ results }) =>
  ladder({
    results,
    lab: "08",
    title: "The ladder of lab 08",
    description:
      "The speedup of each rung over the baseline, on a logarithmic axis. The first two rungs, which make the kernel faster, cannot be distinguished from the baseline. " +
      "The update on the GPU is the first large step, sums without global atomics and a column for each thread are the next ones. " +
      "The solution is above full marks, the loop that ends on the device is the fastest, and the limit is several times faster.",
    limit: "arithmetic alone",
    logarithmic: true,
  });
