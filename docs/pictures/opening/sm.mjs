// The parts of an SM: four quarters with a scheduler each, and one memory for all of them.
import { Picture } from "../kit/svg.mjs";

const left = 24;
const wide = 216;
const gap = 16;

export function draw() {
  const picture = new Picture({
    height: 388,
    title: "One SM of an H200",
    description:
      "Four equal quarters. Each has a scheduler that issues one instruction of one warp per cycle, 16 slots for warps, 16384 registers, and arithmetic for 32 multiply-adds " +
      "or 4 roots per cycle. Below, across all four, is one memory of 256 KB that is L1 cache and shared memory.",
  });
  for (let quarter = 0; quarter < 4; ++quarter) {
    const x = left + quarter * (wide + gap);
    picture.box(x, 16, wide, 268, { of: "empty" });
    picture.box(x + 12, 28, wide - 24, 34, { of: "c", label: "scheduler", bold: true });
    picture.text(x + 12, 84, "16 warp slots, one issues", { muted: true });
    for (let row = 0; row < 2; ++row)
      picture.row(x + 12, 94 + row * 28, 8, (wide - 24) / 8, 24, { gap: 4, of: (i) => (quarter === 0 && row === 0 && i === 2 ? "c" : "a") });
    picture.box(x + 12, 162, wide - 24, 46, { of: "b", label: "16 384 registers\n64 KB" });
    picture.box(x + 12, 220, wide - 24, 52, { of: "plain", label: "32 multiply-adds or\n4 roots per cycle" });
  }
  picture.box(left, 298, 4 * wide + 3 * gap, 40, { of: "d", label: "L1 cache and shared memory: 256 KB together, at most 228 KB of it shared", bold: true });
  picture.text(left, 368, "In all: 64 warps, which is 2048 threads, at most 32 blocks, and 65 536 registers");
  return picture;
}
