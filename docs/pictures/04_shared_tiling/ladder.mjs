import { ladder } from "../kit/ladder.mjs";

// The bar of cuBLAS would be three times as long as the longest bar, and the steps of this lab could not be distinguished.
export const draw = ({ results }) =>
  ladder({
    results,
    lab: "04",
    without: ["cublas"],
    title: "The ladder of lab 04",
    description:
      "How many times as fast as the baseline each rung is. The exchange of x and y gives most of it. Tiles of 16 and of 32 " +
      "come after that; unrolling, moved pointers and another cache setting change nothing. Bank conflicts throw the kernel " +
      "far back, padding repairs that, and only the patches of the last step pass full marks.",
  });
