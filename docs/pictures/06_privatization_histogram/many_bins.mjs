// The time of a variant with up to 65536 bins, for skewed and for uniform values.

import { curves } from "../kit/plot.mjs";

const bins = [256, 1024, 4096, 16384, 32768, 65536];

export function draw({ results }) {
  // The program prints both in one column, the number of bins right-aligned.
  const row = (kind, count) => kind.padEnd(7) + String(count).padStart(8);
  const time = (kind, count, column) => results.at(`variants/06_privatization_histogram.many_bins[microseconds=${row(kind, count)}].${column}`) / 1000;
  const curve = (kind, column) => bins.map((count) => [count, time(kind, count, column)]);
  return curves({
    title: "From 256 to 65536 bins",
    description: "Time against the number of bins, both logarithmic, for 256 MiB of values of 16 bits. Atomics on global memory become faster with more bins, a copy per block slower; the curves do not meet, not even at 65536 bins.",
    x: { name: "bins", scale: "log", domain: [200, 90000], ticks: bins, words: (n) => (n === 32768 ? "" : String(n)) },
    y: { name: "ms for 256 MiB", scale: "log", domain: [0.03, 100], ticks: [0.1, 1, 10, 100] },
    series: [
      { name: "atomics on global memory, skewed", of: "b", points: curve("skewed", "global atomics"), named: 2 },
      { name: "atomics on global memory, uniform", of: "d", points: curve("uniform", "global atomics"), named: 3, above: false },
      { name: "a copy per block, skewed", of: "a", points: curve("skewed", "a copy a block"), named: 2 },
      { name: "a copy per block, uniform", of: "c", points: curve("uniform", "a copy a block"), named: 2, above: false },
    ],
  });
}
