// Time against the number of atoms, where the grid grows with them: all atoms, or those within a cutoff.

import { curves } from "../kit/plot.mjs";

export function draw({ results }) {
  const rows = results.table("variants/07_scatter_to_gather.cutoff").filter((row) => typeof row.atoms === "number");
  return curves({
    title: "Time with all atoms and with a cutoff, as the problem grows",
    description:
      "Both axes are logarithmic. With 16 points for each atom, the sum over all atoms grows with the square of their number as soon as the GPU is full. " +
      "With a cutoff, sorting and all, it grows as the atoms do.",
    x: { name: "atoms; the points grow with them", scale: "log", domain: [3600, 300000], ticks: rows.map((row) => row.atoms) },
    y: { name: "ms", scale: "log", domain: [0.05, 500] },
    series: [
      { name: "every point reads every atom", of: "a", points: rows.map((row) => [row.atoms, row.exact]), named: rows.length - 1, anchor: "end" },
      { name: "sorted into cells, with a cutoff", of: "c", points: rows.map((row) => [row.atoms, row.sorting + row.near]), named: 3, above: false, anchor: "start" },
    ],
    height: 440,
  });
}
