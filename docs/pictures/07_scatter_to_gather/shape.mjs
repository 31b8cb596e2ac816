// The effect of the number of points per thread and of atoms per iteration on the time, from sweeps.

import { bars } from "../kit/plot.mjs";

const unit = "ms";
const swept = [
  { macro: "POINTS", sweep: "sweeps/07_points", of: "a" },
  { macro: "UNROLL", sweep: "sweeps/07_unroll", of: "b" },
];

export function draw({ results }) {
  const limit = results.at("07/limit.ms");
  return bars({
    title: "The time after four tasks, by points per thread and by atoms per iteration",
    description:
      "Bars of milliseconds in two groups. From one point to four the time falls, and eight points gain nothing more. Iterations of one and of two atoms are slow, iterations of sixteen the fastest. " +
      "All bars end to the right of the line for the time that the roots alone would take.",
    unit,
    marks: [{ name: `the roots alone: ${limit.toFixed(2)} ${unit}`, value: limit }],
    entries: swept.flatMap(({ macro, sweep, of }) =>
      results.table(sweep).map((row) => ({ name: `${macro}=${row[macro]}`, value: row.time, of })),
    ),
  });
}
