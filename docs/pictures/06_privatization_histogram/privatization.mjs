// The two levels of privatization: a copy per lane in a block's shared memory, and the blocks' sums in global memory.

import { Picture } from "../kit/svg.mjs";

export function draw() {
  const picture = new Picture({
    height: 470,
    title: "Counting in private copies, and combining them once",
    description: "Three levels. Above, the warps of each block count bytes in copies of the counters in shared memory, one copy for each lane. At the end each block adds up its copies, a reduction, and adds its 256 sums to the bins in global memory, which all blocks share.",
  });

  const blocks = [
    { x: 130, name: "block 0" },
    { x: 400, name: "block 1" },
    { x: 710, name: "block 263" },
  ];
  const wide = 230;
  const bins = 535; // the middle of each block
  const labels = (y, head, below) => {
    picture.text(14, y, head, { bold: true });
    picture.text(14, y + 22, below, { muted: true });
  };
  labels(66, "count", "each byte,\nin the copy\nof the lane");
  labels(226, "combine", "once, in\neach block");
  labels(372, "combine", "once, over\nall blocks");

  for (const { x, name } of blocks) {
    picture.box(x - 10, 14, wide + 20, 290, { of: "empty", rounding: 8 });
    picture.text(x, 38, name, { bold: true });
    picture.text(x + wide, 38, "shared memory", { anchor: "end", muted: true });
    // Lanes, and below each its own copy.
    const lanes = [0, 1, 2, "…", 31];
    const w = wide / lanes.length;
    lanes.forEach((lane, i) => {
      const middle = x + (i + 0.5) * w;
      if (lane === "…") {
        picture.text(middle, 74, lane, { anchor: "middle" });
        picture.text(middle, 150, lane, { anchor: "middle" });
        return;
      }
      picture.text(middle, 72, lane === 0 ? "lane 0" : lane, { anchor: "middle", muted: true });
      picture.arrow(middle, 80, middle, 106, { of: "a", thick: 2.5 });
      picture.row(middle - 15, 108, 1, 30, 22, { of: () => "a" });
      picture.row(middle - 15, 130, 1, 30, 22, { of: () => "a" });
      picture.row(middle - 15, 152, 1, 30, 22, { of: () => "a" });
      picture.line(middle, 176, x + wide / 2 + (i - 2) * 14, 232, { of: "edge", arrow: true });
    });
    picture.box(x + 30, 236, wide - 60, 40, { of: "c", label: "256 sums" });
    const middle = x + wide / 2;
    picture.arrow(middle, 278, middle + (bins - middle) * 0.45, 352, { of: "c", thick: 2.5 });
  }
  picture.text(675, 160, "…", { anchor: "middle", size: 24 });
  picture.box(bins - 255, 356, 510, 46, { of: "b", label: "bins, 256 counters in global memory", bold: true });
  picture.text(bins, 432, "264 blocks × 256 = 67 584 atomics on global memory, instead of 268 million", { anchor: "middle" });
  picture.legend(420, 462, [["a", "private"], ["c", "per block"], ["b", "global"]]);
  return picture;
}
