// The roofline of the limiter of every rung: passes over the 32 banks of an SM's shared memory, one per cycle.
import { roofline } from "../kit/plot.mjs";

const gigahertz = 1.98;
const sms = 132;
const operations = 2 * 32; // per multiply-add of a warp

// Passes per multiply-add of a warp: loads of A and of B in the inner loop, and the stores that fill the tiles. A load of 16
// bytes serves four steps of k.
const rungs = [
  { rung: "baseline", name: "baseline", passes: 32 + 1, of: "a" },
  { rung: "7_bank_conflicts", name: "bank conflicts", passes: 2 / 4 + 32 / 4 + 35 / 32, of: "b" },
  { rung: "1_coalesced", name: "x and y exchanged", passes: 1 + 1, of: "a", below: 34 },
  { rung: "3_tile_32", name: "tiles of 32", passes: 2 / 4 + 1 + 4 / 32, of: "c", below: 22 },
  { rung: "9_warp_patches", name: "patches", passes: 2 / 4 + 2 / 4 + 4 / 32, of: "d" },
];

export function draw({ results }) {
  return roofline({
    title: "Speed against multiply-adds per pass",
    description:
      "A roofline whose slope is one pass per cycle in each SM. The baseline, the kernel with bank conflicts, the one with x and y " +
      "exchanged, tiles of 32 and patches are all close below the slope: each reaches the speed that its passes allow. " +
      "The roof becomes flat at four multiply-adds per pass; the patches are at 0.9.",
    across: "multiply-adds of a warp per pass",
    slope: "one pass per cycle and SM",
    copy: (sms * gigahertz * operations) / 1000,
    peak: (sms * 128 * 2 * gigahertz) / 1000,
    domain: [0.02, 20],
    low: 0.2,
    unit: "TFLOP/s",
    height: 440,
    points: rungs.map(({ rung, passes, ...shown }) => ({ ...shown, intensity: 1 / passes, rate: results.at(`04/${rung}.gflops`) / 1000 })),
  });
}
