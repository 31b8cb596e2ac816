// The registers of a thread with 8 x 8 outputs, and the resulting occupancy of an SM.

import { Picture } from "../kit/svg.mjs";

const left = 30;
const unit = 900 / 128;

export function draw() {
  const picture = new Picture({
    height: 400,
    title: "128 registers per thread, two blocks per SM",
    description:
      "The registers of a thread: 64 for the sums, 8 for values of A, 8 for values of B, 16 for the slab in flight, and 32 for " +
      "addresses and the rest, 128 in all. 256 threads of 128 registers take half of the 65536 registers of an SM, so two blocks " +
      "fit. They have 16 of the 64 warps that an SM can hold: an occupancy of a quarter.",
  });
  let x = left;
  const part = (count, of, label) => {
    picture.box(x, 52, count * unit, 62, { of, label, rounding: 1 });
    x += count * unit;
  };
  picture.text(left, 36, "one thread: 128 registers", { bold: true, size: 18 });
  part(64, "c", "64 sums");
  part(8, "a", "8 a");
  part(8, "b", "8 b");
  part(16, "d", "16\nin flight");
  part(32, "", "addresses\nand the rest");

  picture.text(left, 164, "an SM: 65536 registers", { bold: true, size: 18 });
  picture.box(left, 180, 450, 56, { of: "c", label: "block: 256 threads × 128", rounding: 1 });
  picture.box(left + 450, 180, 450, 56, { of: "c", label: "block: 256 threads × 128", rounding: 1 });

  picture.text(left, 286, "an SM: 64 warps", { bold: true, size: 18 });
  for (const half of [0, 1])
    picture.row(left, 300 + half * 28, 32, 900 / 32, 24, { of: (i) => (half === 0 && i < 16 ? "c" : "idle"), gap: 4 });
  picture.text(left, 376, "16 warps: two blocks of 8");
  picture.text(left + 900, 376, "no registers left for the other 48", { anchor: "end", muted: true });
  return picture;
}
