// The memory that holds the numbers, and the path of one number through the kernel.
import { Picture } from "../kit/svg.mjs";

const blocks = [0, 1, 2];
const wide = 176;
const left = (b) => 318 + b * (wide + 22);

export function draw() {
  const picture = new Picture({
    height: 420,
    title: "Host and device, and three kinds of memory",
    description:
      "On the left the host: a CPU, on which differences runs and launches the kernel, and host memory. On the right the GPU with three blocks, each with its own shared memory for the array numbers, " +
      "and below them global memory with in and out. Four arrows at block 1: 1, read in; 2, write the number to shared memory; 3, read the neighbour's number from shared memory; 4, write out.",
  });
  picture.box(16, 16, 200, 388, { of: "empty" });
  picture.text(32, 42, "host", { bold: true, size: 18 });
  picture.box(32, 62, 168, 128, { label: "CPU\nruns\ndifferences(args)" });
  picture.box(32, 304, 168, 84, { of: "plain", label: "host memory" });
  picture.box(296, 16, 648, 388, { of: "empty" });
  picture.text(312, 42, "device: the GPU", { bold: true, size: 18 });
  picture.arrow(218, 126, 294, 126, { thick: 2 });
  picture.text(256, 112, "launch", { anchor: "middle" });
  picture.arrow(220, 346, 294, 346, { thick: 2 });
  picture.arrow(294, 346, 220, 346, { thick: 2 });
  picture.text(256, 332, "copies", { anchor: "middle", muted: true });
  for (const b of blocks) block(picture, b);
  picture.box(314, 304, 612, 84, { of: "plain" });
  picture.text(326, 324, "global memory: for all threads of all blocks", { middle: true });
  picture.box(326, 342, 286, 34, { of: "a", label: "in", mono: true });
  picture.box(628, 342, 286, 34, { of: "c", label: "out", mono: true });
  return picture;
}

function block(picture, b) {
  const x = left(b);
  const shown = b === 1;
  picture.box(x, 62, wide, 200, { of: "plain" });
  picture.text(x + 12, 86, `block ${b}`, { bold: true });
  for (let t = 0; t < 8; ++t) picture.box(x + 12 + t * 17, 98, 13, 26, { of: "a", rounding: 2 });
  picture.text(x + 152, 118, "…", {});
  picture.box(x + 38, 182, wide - 76, 70, { of: "d" });
  picture.text(x + wide / 2, 205, "shared\nmemory", { anchor: "middle", middle: true });
  picture.text(x + wide / 2, 238, "numbers", { anchor: "middle", middle: true, mono: true });
  if (!shown) return;
  way(picture, x + 18, 342, x + 18, 126, 1, 282);
  way(picture, x + 62, 126, x + 62, 180, 2, 150);
  way(picture, x + 112, 182, x + 112, 126, 3, 156);
  way(picture, x + 158, 126, x + 158, 340, 4, 282);
}

/** Draws an arrow with a number on it. */
function way(picture, x1, y1, x2, y2, number, at) {
  picture.arrow(x1, y1, x2, y2, { of: "strong", thick: 2 });
  picture.circle(x1, at, 13, { of: "b" });
  picture.text(x1, at, number, { anchor: "middle", middle: true, bold: true });
}
