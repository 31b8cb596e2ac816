// Two layouts of the points, and what it costs to turn them from one into the other.

import { curves } from "../kit/plot.mjs";

const coordinates = [4, 8, 16, 32];

export function draw({ results }) {
  const points = (layout, column) =>
    coordinates.map((count) => [count, results.at(`variants/08_kmeans.layouts[coordinates=${count}, layout=${layout}].[${column}]`)]);
  return curves({
    title: "Layouts of the points: the kernel, and the turning",
    description:
      "Time over the number of coordinates. The kernel takes nearly the same with rows and point by point. Turning the points into the other layout takes longer than the kernel from 8 coordinates on.",
    x: { name: "coordinates of a point", scale: "log", domain: [3.6, 36], ticks: coordinates },
    y: { name: "µs", scale: "log", domain: [60, 4000], ticks: [100, 300, 1000, 3000] },
    series: [
      { name: "the kernel: rows (circles), point by point (squares)", of: "a", points: points("rows", "assignment, µs"), named: 1, above: false, anchor: "start" },
      { of: "b", points: points("points", "assignment, µs") },
      { name: "turning rows to point by point", of: "d", points: points("points", "turning, µs"), anchor: "end" },
    ],
  });
}
