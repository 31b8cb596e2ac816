// Time over the bytes of the array that a scan moves per element, next to a copy of as many bytes.

import { curves } from "../kit/plot.mjs";

// Each pass that reads or writes the array is 4 bytes per element. Reads of sums are not counted.
const plans = [
  { build: "0_three_phases", bytes: 16, name: "three phases", of: "b", above: true },
  { build: "3_shuffles", bytes: 16, name: "with shuffles", of: "b", above: false },
  { build: "4_reduce_then_scan", bytes: 12, name: "reduce, then scan", of: "b", above: true },
  { build: "5_one_pass", bytes: 8, name: "one pass, one vector per thread", of: "a", above: true },
  { build: "6_more_per_thread", bytes: 8, name: "one pass, eight vectors per thread", of: "a", above: true },
];
const copied = [4, 8, 12, 16];

export function draw({ results }) {
  const copy = (bytes) => (results.case("10").limit_ms * bytes) / 8;
  return curves({
    title: "Time over bytes of the array",
    description:
      "The time for 268 million elements over the bytes of the array that are moved per element. Three phases move 16 bytes per element and take about twice as long as a copy of 16 bytes, with shuffles a little less. Reduce then scan moves 12 and is close to a copy of 12. " +
      "A single pass moves 8: with one vector per thread it takes more than three times as long as a copy of 8, with eight vectors it is far closer.",
    x: { name: "bytes of the array moved per element", domain: [0, 18], ticks: [0, ...copied] },
    y: { name: "ms for 2^28 elements", domain: [0, 2.5] },
    series: [
      { name: "a copy of as many bytes", of: "c", points: copied.map((bytes) => [bytes, copy(bytes)]), named: 0, above: false, anchor: "start" },
      ...plans.map(({ build, bytes, ...words }) => ({ ...words, points: [[bytes, results.build("10", build).ms]], anchor: words.of === "a" ? "end" : "middle" })),
    ],
  });
}
