import { ladder } from "../kit/ladder.mjs";

export const draw = ({ results }) =>
  ladder({
    results,
    lab: "06",
    title: "The ladder of lab 06",
    description:
      "The speedup of each rung over the baseline. The large steps are a histogram for each block, as many blocks as fit, sixteen bytes per load, and a copy for each lane. Consecutive bytes for each thread, lanes that agree first and two counters in a word are slower than the rung that they change. CUB's histogram is a little slower than sixteen bytes per load with one copy.",
    limit: "limit: each byte read once",
  });
