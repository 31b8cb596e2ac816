// The speed of lab 04's kernel, compared with cuBLAS and with the peak of the arithmetic.

import { bars } from "../kit/plot.mjs";

export const draw = ({ results }) =>
  bars({
    title: "The product of 2048 x 2048 matrices: speed compared with the arithmetic's peak",
    description:
      "Bars in TFLOP/s, against a line for the speed of the GPU with nothing but multiply-adds. The kernels of lab 04 and the " +
      "baseline are far below it, and cuBLAS is close to it.",
    unit: "TFLOP/s, n = m = p = 2048",
    mono: false,
    entries: [
      { name: "lab 04: its baseline", value: results.at("04/baseline.gflops") / 1000, of: "a" },
      { name: "lab 04: coalesced", value: results.at("04/1_coalesced.gflops") / 1000, of: "a" },
      { name: "tiles of 16: the baseline", value: results.at("05/baseline.gflops") / 1000, of: "b", bold: true },
      { name: "lab 04: its solution", value: results.at("04/solution.gflops") / 1000, of: "a" },
      { name: "cuBLAS's kernel, fp32", value: results.at("variants/05_register_tiling.against_cublas[TFLOP/s=2048].cuBLAS"), of: "d" },
    ],
    marks: [{ name: "nothing but multiply-adds", value: results.at("device.fp32_gflop_s") / 1000 }],
  });
