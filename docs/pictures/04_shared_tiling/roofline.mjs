// The speed that memory alone allows, for four ways to load the operands of a product.
import { brief, roofline } from "../kit/plot.mjs";

const peak = (132 * 128 * 2 * 1.98) / 1000; // SMs, multiply-adds per cycle, operations, GHz: TFLOP/s

export function draw({ results }) {
  const copy = results.measured.ceilings.copy_gb_s / 1000;
  const { n, m, p } = results.case("04").size;
  const once = (2 * n * m * p) / (4 * (n * p + p * m + n * m));
  const allowed = (intensity) => Math.min(peak, intensity * copy);
  const ways = [
    { name: "operands fetched each time", intensity: 2 / 8, of: "a" },
    { name: "tiles of 16", intensity: 16 / 4, of: "b" },
    { name: "tiles of 32", intensity: 32 / 4, of: "c", anchor: "end" },
    { name: "every matrix moved once", intensity: once, of: "d", anchor: "middle", below: true },
  ];
  return roofline({
    title: "Roofline of an H200, and the speed that it allows a product",
    description:
      "The roof rises with the operations per byte until it reaches the peak of the arithmetic at 16. A product that fetches " +
      "every operand each time has 0.25 and may reach 1 TFLOP/s. Tiles of 16 have 4, tiles of 32 have 8: both are still on the slope. " +
      "With every matrix moved once the intensity would be 341, far to the right below the flat part.",
    copy,
    peak,
    low: 0.3,
    unit: "TFLOP/s",
    slope: `memory: ${brief(copy)} TB/s`,
    height: 440,
    points: ways.map((way) => ({ ...way, rate: allowed(way.intensity) })),
  });
}
