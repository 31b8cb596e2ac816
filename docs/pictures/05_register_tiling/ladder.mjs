import { ladder } from "../kit/ladder.mjs";

export const draw = ({ results }) =>
  ladder({
    results,
    lab: "05",
    title: "The ladder of lab 05",
    description:
      "Bars of the speedup of each rung and of cuBLAS over the baseline. The large steps are the column of outputs, the register " +
      "tile and the loads of 16 bytes; double buffering and deeper slabs add to that. Flat slabs by themselves and asynchronous " +
      "copies gain nothing. The last rung is the fastest, and is closest to the line for the time of the arithmetic alone.",
    limit: "the arithmetic alone",
  });
