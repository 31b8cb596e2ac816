// Time for each distribution of the bytes: with one copy per block, with a copy per lane, and CUB's histogram.

import { curves } from "../kit/plot.mjs";

const kinds = [
  ["256 MiB, uniform", "uniform"],
  [undefined, "skewed"],
  ["256 MiB, in runs", "runs of 40"],
  ["256 MiB of one value", "one value"],
];

const series = [
  { build: "3_sixteen_bytes", name: "one copy per block", of: "b", named: 0, above: false },
  { build: "5_copy_per_lane", name: "a copy for each lane", of: "a", named: 1, above: false },
  { build: "cub", name: "CUB DeviceHistogram", of: "d", named: 1, above: true },
];

export function draw({ results }) {
  const time = (build, name) => results.build("06", build, name).ms * 1000;
  return curves({
    title: "A copy for each lane: the time hardly depends on the bytes",
    description: "The time for 256 MiB of four kinds of bytes. One copy per block and CUB take longest for skewed bytes and least for equal ones. With a copy for each lane the time is nearly the same for all four.",
    x: { name: "kind of bytes", domain: [-0.4, 3.4], ticks: kinds.map((_, i) => i), words: (i) => kinds[i][1] },
    y: { name: "µs for 256 MiB", domain: [0, 220] },
    series: series.map(({ build, name, of, named, above }) => ({
      name,
      of,
      points: kinds.map(([kind], i) => [i, time(build, kind)]),
      named,
      above,
    })),
    marks: [{ name: "the limit: read at the rate of a copy", value: results.case("06").limit_ms * 1000 }],
  });
}
