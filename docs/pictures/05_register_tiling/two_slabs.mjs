// Why one barrier is enough with two slabs: the distance by which the fastest warp of a block can be ahead of the slowest.

import { Picture } from "../kit/svg.mjs";

const barriers = [250, 760];

export function draw() {
  const picture = new Picture({
    height: 330,
    title: "The fastest and the slowest warp between two barriers",
    description:
      "Two warps of a block between two barriers. The slowest multiplies slabs[0] for most of the time, and then puts its part into slabs[1]. " +
      "The fastest has multiplied slabs[0], has put its part of the next slab into slabs[1], and waits at the second barrier. " +
      "No warp reads slabs[1] while it is written.",
  });
  const step = (x, to, y, of, label) => picture.box(x, y, to - x, 54, { of, label, rounding: 1 });
  picture.text(20, 97, "fastest warp", { middle: true, bold: true });
  picture.text(20, 217, "slowest warp", { middle: true, bold: true });
  step(150, 190, 70, "a", "put");
  step(190, 250, 70, "idle", "");
  step(250, 430, 70, "a", "multiply slabs[0]");
  step(430, 570, 70, "d", "put slabs[1]");
  step(570, 760, 70, "idle", "");
  step(760, 944, 70, "d", "multiply slabs[1]");
  step(150, 250, 190, "a", "put slabs[0]");
  step(250, 620, 190, "a", "multiply slabs[0]");
  step(620, 760, 190, "d", "put slabs[1]");
  step(760, 944, 190, "d", "multiply slabs[1]");
  for (const x of barriers) {
    picture.line(x, 48, x, 262, { of: "strong", thick: 3 });
    picture.text(x, 38, "barrier", { anchor: "middle", bold: true });
  }
  picture.line(500, 124, 500, 190, { of: "guide" });
  picture.text(514, 157, "one writes slabs[1], the other\nstill reads slabs[0]", { middle: true });
  picture.arrow(150, 292, 944, 292).text(150, 316, "time", { muted: true });
  picture.legend(560, 316, [["a", "slabs[0]"], ["d", "slabs[1]"], ["idle", "waits"]]);
  return picture;
}
