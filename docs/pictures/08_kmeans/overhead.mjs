// The time of an iteration by the number of points: two kernels, one kernel, and one without the wait for the host.

import { curves } from "../kit/plot.mjs";
import { iteration } from "./steps.mjs";

const million = 1048576;
const swept = [million, 4 * million];

export function draw({ results }) {
  const graded = results.at("08/size.count");
  const microseconds = (rung, sweep) => [
    [graded / million, iteration(results, rung) * 1000],
    ...swept.map((count) => [count / million, (results.at(`sweeps/${sweep}[N=${count}].time`) / results.at("08/size.limit")) * 1000]),
  ];
  return curves({
    title: "The time of an iteration over the number of points",
    description:
      "Three nearly straight lines of time over points, for two kernels, for one kernel, and for one kernel with the loop's end on the device. " +
      "One kernel takes less than two, and less still without the wait for the host. None of the lines leads to 0 µs at 0 points.",
    x: { name: "points, in units of 1 048 576", domain: [0, 5], ticks: [0, 0.5, 1, 2, 3, 4] },
    height: 420,
    y: { name: "µs per iteration", domain: [0, 450], ticks: [0, 100, 200, 300, 400] },
    series: [
      { name: "two kernels", of: "a", points: microseconds("09_several_points", "08_two_kernels"), anchor: "start" },
      { name: "one kernel", of: "b", points: microseconds("10_fused", "08_one_kernel"), anchor: "start" },
      { name: "and no waiting", of: "c", points: microseconds("11_no_waiting", "08_points"), above: false, anchor: "start" },
    ],
  });
}
