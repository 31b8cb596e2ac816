// Speed of scans relative to a copy of the array, for three lengths.

import { bars } from "../kit/plot.mjs";

const cases = [
  { name: "2^20 elements", words: "2^20" },
  { name: "2^24 elements and one", words: "2^24 + 1" },
  { name: undefined, words: "2^28" },
];

const builds = [
  { build: "solution", words: "this lab's solution", of: "c" },
  { build: "cub", words: "CUB DeviceScan", of: "d" },
  { build: "4_reduce_then_scan", words: "reduce, then scan", of: "b" },
];

export function draw({ results }) {
  const time = (build, name) => results.build("10", build, name).ms;
  return bars({
    title: "The speed of scans relative to a copy, for three lengths",
    description:
      "Bars of the time of a copy as a share of the time of three scans, for arrays of a million, of 17 million and of 268 million elements. The order of the three is not the same for each length: with 268 million elements the solution is closest to a copy, and with a million reduce then scan.",
    unit: "% of the rate of a copy of the array",
    mono: false,
    entries: cases.flatMap(({ name, words: elements }) =>
      builds.map(({ build, words, of }) => ({ name: `${elements}: ${words}`, value: (100 * time("device_copy", name)) / time(build, name), of })),
    ),
    marks: [{ name: "a copy", value: 100 }],
  });
}
