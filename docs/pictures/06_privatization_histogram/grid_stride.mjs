// The fixed work of a block and its work per byte: with few bytes per block, and with many.

import { Picture } from "../kit/svg.mjs";

export function draw() {
  const picture = new Picture({
    height: 396,
    title: "Few bytes per block, or many",
    description: "Two timelines of the space for one block on an SM, not to scale. Above, block after block clears, counts 1024 bytes and combines. Below, one block clears, counts a million bytes in a loop and combines once.",
  });
  const from = 40;
  const end = 920;

  picture.text(from, 34, "one byte per thread: 1024 bytes per block, 262 144 blocks", { bold: true });
  const small = [["b", 58, "clear"], ["a", 92, "count"], ["c", 86, "combine"]];
  let x = from;
  for (let block = 0; block < 3; ++block) {
    for (const [of, wide, label] of small) {
      picture.box(x, 56, wide, 46, { of, label });
      x += wide;
    }
    x += 12;
  }
  picture.text(x + 14, 79, "…", { middle: true, size: 24 });
  picture.text(from, 132, "256 atomics on global memory for each 1024 bytes", { muted: true });

  picture.text(from, 216, "as many blocks as fit: 264, each with a million bytes", { bold: true });
  picture.box(from, 238, 58, 46, { of: "b", label: "clear" });
  picture.box(end - 86, 238, 86, 46, { of: "c", label: "combine" });
  const wide = (end - 86 - from - 58) / 8;
  for (let iteration = 0; iteration < 8; ++iteration)
    picture.box(from + 58 + iteration * wide, 238, wide, 46, { of: "a", label: iteration === 6 ? "…" : "count" });
  for (let iteration = 1; iteration < 8; ++iteration) {
    const at = from + 58 + iteration * wide;
    picture.path(`M${at - wide / 2},288C${at - wide / 2},314 ${at + wide / 2 - 6},314 ${at + wide / 2 - 4},290`, { of: "edge", arrow: true });
  }
  picture.text((from + end) / 2, 336, "i += stride: advance by the number of threads in the grid", { anchor: "middle", mono: true });
  picture.text(from, 376, "256 atomics on global memory for a million bytes. Not to scale: the loop has some thousand iterations.", { muted: true });
  return picture;
}
