// The lab's kernel, cuBLAS and the last rung at four sizes, by the times of the kernels alone.

import { curves } from "../kit/plot.mjs";

const sizes = [1024, 2048, 2049, 4096];

export function draw({ results }) {
  const rate = (column) =>
    sizes.map((size, i) => [i, results.at(`variants/05_register_tiling.against_cublas[TFLOP/s=${size}].${column}`)]);
  return curves({
    title: "The lab's kernel and cuBLAS at four sizes",
    description:
      "TFLOP/s at 1024, 2048, 2049 and 4096. The lab's solution is far slower at 1024 and falls at 2049. cuBLAS and the last rung of " +
      "the ladder are equally fast at 2048 and 4096, and fall less at the other sizes.",
    x: { name: "n = m = p", scale: "linear", domain: [-0.4, 3.4], ticks: [0, 1, 2, 3], words: (i) => String(sizes[i]) },
    y: { name: "TFLOP/s", scale: "linear", domain: [0, 60] },
    series: [
      { name: "last rung", of: "b", points: rate("9_sized_tiles"), named: 0, anchor: "end" },
      { name: "cuBLAS", of: "d", points: rate("cuBLAS"), named: 0, above: false, anchor: "middle" },
      { name: "solution", of: "c", points: rate("solution"), named: 0, above: false, anchor: "middle" },
    ],
  });
}
