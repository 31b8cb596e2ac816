// A tile that lies across the edges of the matrices: what its slabs have there, and what is written.

import { Picture } from "../kit/svg.mjs";

const [side, depth] = [216, 96]; // of the tile and of the slabs, in units; deeper than they are, to be seen
const [left, top] = [300, 160];
const inside = { n: 140, m: 150, p: 60 }; // what is left of the matrices, of the tile's side and of the depth

export function draw() {
  const picture = new Picture({
    height: 400,
    title: "A tile at the edges of the matrices",
    description:
      "A tile of C with a slab of A at its left and a slab of B above it. The edges of the matrices cross all three. In the slabs, what " +
      "lies beyond n, m or p is filled with zeros. Of the tile, only what lies inside of C is written.",
  });
  const [aX, bY] = [left - depth - 16, top - depth - 16];
  const part = (x, y, w, h, of) => picture.box(x, y, w, h, { of, rounding: 0 });
  part(aX, top, depth, side, "idle");
  part(aX, top, inside.p, inside.n, "a");
  part(left, bY, side, depth, "idle");
  part(left, bY, inside.m, inside.p, "b");
  part(left, top, side, side, "empty");
  part(left, top, inside.m, inside.n, "c");
  picture.text(aX + inside.p / 2, top + inside.n / 2, "A", { anchor: "middle", middle: true, bold: true });
  picture.text(left + inside.m / 2, bY + inside.p / 2, "B", { anchor: "middle", middle: true, bold: true });
  picture.text(left + inside.m / 2, top + inside.n / 2, "C: written", { anchor: "middle", middle: true, bold: true });

  // The edges, through all of what they cut.
  picture.line(aX - 30, top + inside.n, left + side + 30, top + inside.n, { of: "strong", thick: 2 });
  picture.line(left + inside.m, bY - 18, left + inside.m, top + side + 12, { of: "strong", thick: 2 });
  picture.line(aX + inside.p, top - 14, aX + inside.p, top + side + 12, { of: "strong", thick: 2 });
  picture.line(left - 14, bY + inside.p, left + side + 30, bY + inside.p, { of: "strong", thick: 2 });
  picture.text(aX - 40, top + inside.n, "n", { anchor: "end", middle: true, bold: true });
  picture.text(left + inside.m, bY - 26, "m", { anchor: "middle", bold: true });
  picture.text(aX + inside.p, top - 22, "p", { anchor: "middle", bold: true });
  picture.text(left + side + 40, bY + inside.p, "p", { middle: true, bold: true });

  const words = 610;
  picture.box(words, 176, 20, 20, { of: "idle" }).text(words + 34, 186, "zeros: they add nothing", { middle: true });
  picture.box(words, 216, 20, 20, { of: "empty" }).text(words + 34, 226, "computed, and not written", { middle: true });
  picture.text(words, 276, "every thread reaches every barrier", { bold: true });
  return picture;
}
