// The four points of a thread share the difference in y, and not the difference in x.

import { Picture } from "../kit/svg.mjs";
import { atom, point } from "./marks.mjs";

const at = { x: 352, y: 66 };
const line = 262;
const depth = [3, 1, 2, 4]; // level at which each dx is drawn, the nearest first
const points = [96, 288, 480, 672];

export function draw() {
  const picture = new Picture({
    height: 392,
    title: "An atom and the four points of a thread",
    description:
      "An atom above a row of points, four of which belong to one thread. One line leads from the atom straight down to the row: dy, the same for all four points. Along the row, each point " +
      "has its own dx.",
  });
  picture.line(40, line, 730, line, { of: "guide" });
  for (const x of points) picture.line(at.x, at.y, x, line, { of: "guide" });
  picture.line(at.x, at.y, at.x, line, { of: "a", thick: 5 });
  points.forEach((x, j) => {
    const y = line + 4 + depth[j] * 28;
    picture.line(x, line, x, y, { of: "guide" });
    picture.arrow(at.x, y, x, y, { of: "b", thick: 2.5 });
    picture.text(x + (x < at.x ? -10 : 10), y, `dx ${j}`, { anchor: x < at.x ? "end" : "start", middle: true, bold: true, of: "b" });
    point(picture, x, line, 9);
  });
  picture.line(at.x, line, at.x, line + 4 + points.length * 28, { of: "a", thick: 2 });
  atom(picture, at.x, at.y, "+");
  picture.text(at.x + 12, 180, "dy", { bold: true, of: "a", halo: true, size: 18 });
  const x = 700;
  picture.text(x, 56, "once for the row", { bold: true, of: "a", size: 18 });
  picture.text(x, 82, "load the atom");
  picture.text(x, 106, "dy² + z² + SOFTENING²");
  picture.text(x, 160, "for each point", { bold: true, of: "b", size: 18 });
  picture.text(x, 186, "dx, dx² + the rest,");
  picture.text(x, 210, "the root, the sum");
  picture.text(40, 30, "one thread: an atom, and four points of one row", { bold: true, size: 18 });
  return picture;
}
