// Amdahl's law for three shares of a program's time.
import { curves } from "../kit/plot.mjs";

const factors = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000];
const gain = (share) => (k) => 1 / (1 - share + share / k);

export const draw = () =>
  curves({
    title: "The speedup of a program when one part gets faster",
    description:
      "The speedup of the whole over the speedup k of one part, both on logarithmic axes. A part with 99 % of the time allows a speedup of 100 at most, " +
      "one with 90 % allows 10, one with half allows 2, and one with 1 % allows nothing that is visible.",
    x: { name: "speedup k of the part", scale: "log", domain: [1, 1000], ticks: [1, 10, 100, 1000] },
    y: { name: "speedup of the whole", scale: "log", domain: [0.8, 200], ticks: [1, 2, 10, 100] },
    series: [
      { name: "99 % of the time: at most 100", of: "c", share: 0.99 },
      { name: "90 %: at most 10", of: "b", share: 0.9 },
      { name: "50 %: at most 2", of: "d", share: 0.5 },
      { name: "1 %: at most 1.01", of: "a", share: 0.01 },
    ].map(({ share, ...rest }) => ({ ...rest, points: factors.map((k) => [k, gain(share)(k)]) })),
    height: 440,
  });
