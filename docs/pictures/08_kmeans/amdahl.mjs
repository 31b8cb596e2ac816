// Amdahl's law for parts of the baseline: the speedup of the whole if one part is made k times as fast.

import { curves } from "../kit/plot.mjs";
import { partsOfBaseline } from "./steps.mjs";

const factors = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000];

export function draw({ results }) {
  const parts = partsOfBaseline(results);
  const kernel = parts.kernel / parts.whole;
  const update = parts.update / parts.whole;
  const percent = (share) => `${(share * 100).toPrecision(share > 0.99 ? 3 : share < 0.1 ? 1 : 2)} %`;
  const gain = (share) => (k) => 1 / (1 - share + share / k);
  const most = (share) => `at most ${Math.round(1 / (1 - share))}`;
  const series = [
    { name: `all but the kernel, ${percent(1 - kernel)}: ${most(1 - kernel)}`, of: "c", share: 1 - kernel, named: 8, anchor: "end" },
    { name: `the update, ${percent(update)}: ${most(update)}`, of: "b", share: update },
    { name: "a half, 50 %: at most 2", of: "d", share: 0.5 },
    { name: `the kernel, about ${percent(kernel)}: about 1`, of: "a", share: kernel },
  ];
  return curves({
    title: "The speedup of the whole when one part gets faster",
    description:
      "The speedup of the whole program over the speedup k of one of its parts, both on logarithmic axes. A curve bends where the part has become small against the rest. " +
      "The curve for all but the kernel keeps rising; the update levels off, half of the program at 2, and the kernel's curve is a flat line at 1.",
    x: { name: "speedup k of the part", scale: "log", domain: [0.9, 1000], ticks: [1, 2, 10, 100, 1000] },
    y: { name: "speedup of the whole", scale: "log", domain: [0.8, 400], ticks: [1, 2, 10, 100] },
    series: series.map(({ share, ...rest }) => ({ ...rest, points: factors.map((k) => [k, gain(share)(k)]) })),
  });
}
