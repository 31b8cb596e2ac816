// The cost of the innermost line of the baseline: recorded passes over the banks of shared memory, next to the multiply-adds
// that the SM could execute in the same cycles.

import { Picture } from "../kit/svg.mjs";

export const records = { before: ["05", "labs/05_register_tiling/baseline.cu"] };

const warpsPerCycle = 4;

/** Returns the loads for the first four k: one of four neighbours in a_tile, and four of b_tile. */
function loadsOfFourK({ lines, accesses }) {
  const { line } = lines.find(({ text }) => text.includes("a_tile[y][k]"));
  const loads = accesses.filter((one) => one.line === line && one.warp === 0 && one.execution === 1 && one.block.every((b) => b === 0));
  const ofA = loads.filter((one) => one.buffer === "a_tile").sort((one, other) => one.order - other.order);
  const ofB = loads.filter((one) => one.buffer === "b_tile").sort((one, other) => one.order - other.order);
  return [ofA[0], ...ofB.slice(0, 4)];
}

export function draw({ recorded }) {
  const loads = loadsOfFourK(recorded.before);
  const passes = loads.flatMap((load) => Array(load.wavefronts).fill(load.buffer === "a_tile" ? "a" : "b"));
  const products = 4;
  const picture = new Picture({
    height: 380,
    title: "Shared memory is busy, the arithmetic is not",
    description:
      `For four multiply-adds of a warp the baseline takes ${passes.length} passes over the banks of shared memory, one per cycle. ` +
      `In these cycles the SM has ${passes.length * warpsPerCycle} slots for multiply-adds of a warp, and ${products} of them are used.`,
  });
  const left = 250;
  const w = (940 - left) / passes.length;
  passes.forEach((_, i) => picture.text(left + (i + 0.5) * w, 34, `cycle ${i + 1}`, { anchor: "middle", muted: true }));

  picture.text(20, 72, "shared memory", { bold: true }).text(20, 96, "one pass per cycle", { muted: true });
  passes.forEach((of, i) => picture.box(left + i * w + 3, 50, w - 6, 56, { of, label: of === "a" ? "a_tile" : "b_tile", mono: true }));

  picture.text(20, 188, "arithmetic", { bold: true }).text(20, 212, "four warps per cycle", { muted: true });
  for (let i = 0; i < passes.length; ++i)
    for (let slot = 0; slot < warpsPerCycle; ++slot) {
      const used = slot === 0 && i >= passes.length - products;
      picture.box(left + i * w + 3, 130 + slot * 46, w - 6, 40, { of: used ? "c" : "idle", label: used ? "a · b" : "", mono: true });
    }
  picture.legend(left + 3, 356, [["c", "a multiply-add of a warp"], ["idle", "an unused slot"]]);
  picture.text(20, 356, `${products} of ${passes.length * warpsPerCycle} slots used`, { bold: true });
  return picture;
}
