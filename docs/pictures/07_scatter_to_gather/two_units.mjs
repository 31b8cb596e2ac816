// Roots by the special-function unit and by multiply-adds: the calculated time for each share, and the measured time.

import { curves } from "../kit/plot.mjs";

const unit = 8; // cycles for a warp's roots
const steps = 8; // instructions per root by multiply-adds
const of = 8; // roots that are divided between the two units

export function draw({ results }) {
  const instructions = 32 * results.at("07/7_eight_points.instructions_per_item");
  const cycles = (rung) => (unit * results.at(`07/${rung}.ms`)) / results.at("07/limit.ms");
  const shares = Array.from({ length: of + 1 }, (_, k) => k);
  return curves({
    title: "Cycles per interaction, by the number of roots that multiply-adds compute",
    description:
      "Two lines over the number of roots of eight that multiply-adds compute. The unit's line falls from 8 to 0, the scheduler's rises from 4.6 to 11.6; they cross near two of eight, at a little more than 6. " +
      "Two measured points, for none and for two of eight, lie above both lines: the second is lower than the first, but by less than the lines promise.",
    x: { name: "roots of eight by multiply-adds", domain: [0, of], ticks: shares },
    y: { name: "cycles for a warp's interaction", domain: [0, 12] },
    series: [
      { name: "the special-function unit", of: "b", points: shares.map((k) => [k, unit * (1 - k / of)]), named: 5, above: true, anchor: "start" },
      { name: "the scheduler: instructions", of: "a", points: shares.map((k) => [k, instructions + ((steps - 1) * k) / of]), named: 7, above: true, anchor: "end" },
      { name: "measured: all by the unit", of: "d", points: [[0, cycles("7_eight_points")]], anchor: "start" },
      { name: "measured: two of eight", of: "d", points: [[2, cycles("9_newton_roots")]], anchor: "start" },
    ],
    height: 430,
  });
}
