// The parts of an H200, in a rough overview.
import { Picture } from "../kit/svg.mjs";

const columns = 22;
const rows = 6; // 22 * 6 = 132
const cell = 28;

export function draw() {
  const picture = new Picture({
    height: 392,
    title: "A host and its GPU",
    description:
      "On the left the host: a CPU and its memory. On the right the GPU: blocks of a launch wait above 132 SMs, drawn as small squares, and each is assigned to an SM with enough free space. " +
      "Below the SMs are the L2 cache of 60 MB, which all share, and the GPU's memory of 141 GB.",
  });
  picture.box(16, 96, 150, 60, { label: "CPU" });
  picture.box(16, 300, 150, 60, { of: "b", label: "host memory" });
  picture.line(91, 158, 91, 298, { thick: 2 });
  picture.text(16, 80, "host", { bold: true, size: 18 });

  const left = 262;
  const wide = columns * cell + 40;
  picture.box(left, 16, wide, 366, { of: "empty" });
  picture.text(left + 20, 44, "GPU", { bold: true, size: 18 });
  picture.text(left + 76, 44, "blocks of the launch:", { muted: true });
  picture.row(left + 240, 28, 8, 42, 24, { gap: 6, of: () => "c" });
  picture.text(left + 586, 44, "...", { bold: true });
  for (const x of [0, 3, 6]) picture.arrow(left + 258 + x * 42, 56, left + 258 + x * 42, 84, { of: "c", thick: 2 });
  for (let row = 0; row < rows; ++row)
    picture.row(left + 20, 88 + row * cell, columns, cell, cell - 5, { gap: 5, of: () => "a" });
  picture.text(left + 20, 276, "132 SMs; each runs several blocks at once");
  picture.box(left + 20, 290, columns * cell, 32, { of: "d", label: "L2 cache, 60 MB, for all SMs" });
  picture.box(left + 20, 334, columns * cell, 36, { of: "b", label: "the GPU's memory (global memory), 141 GB" });
  picture.arrow(168, 352, left + 18, 352, { thick: 2 });
  picture.arrow(left + 18, 352, 168, 352, { thick: 2 });
  picture.text(215, 340, "copies", { anchor: "middle", muted: true });
  picture.arrow(168, 116, left - 2, 116, { thick: 2 });
  picture.text(214, 104, "launches", { anchor: "middle", muted: true });
  return picture;
}
