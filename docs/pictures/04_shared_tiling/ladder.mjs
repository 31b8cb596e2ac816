import { ladder } from "../kit/ladder.mjs";

// The bar of cuBLAS would be three times as long as the longest bar, and the steps of this lab could not be distinguished.
export const draw = ({ results }) =>
  ladder({
    results,
    lab: "04",
    without: ["cublas"],
    title: "The ladder of lab 04",
    description:
      "The speedup of each rung over the baseline. The exchange of x and y gains the most, and tiles of 16 and of 32 gain " +
      "more; unrolling, moved pointers and another cache setting change nothing. Bank conflicts make the kernel far " +
      "slower, padding removes them, and only the patches of the last step pass full marks.",
  });
