// How near scans come to a copy of the row, at three lengths of it.

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
    title: "How near a scan comes to a copy, at three lengths",
    description:
      "Bars of the time of a copy as a share of the time of three scans, for rows of a million, of 17 million and of 268 million elements. The order of the three is not the same at each length: with 268 million elements the solution comes nearest to a copy, and with a million reduce then scan.",
    unit: "% of the rate of a copy of the row",
    mono: false,
    entries: cases.flatMap(({ name, words: elements }) =>
      builds.map(({ build, words, of }) => ({ name: `${elements}: ${words}`, value: (100 * time("device_copy", name)) / time(build, name), of })),
    ),
    marks: [{ name: "a copy", value: 100 }],
  });
}
