import { ladder } from "../kit/ladder.mjs";

export const draw = ({ results }) =>
  ladder({
    results,
    lab: "05",
    title: "The ladder of lab 05",
    description:
      "Bars: how many times as fast as the baseline each rung is, and cuBLAS. The large steps are the column of outputs, the register " +
      "tile and the loads of 16 bytes; double buffering and deeper slabs add to that. Flat slabs by themselves and asynchronous " +
      "copies win nothing. The last rung is the fastest, and comes closest to the line of what the arithmetic alone would take.",
    limit: "the arithmetic alone",
  });
