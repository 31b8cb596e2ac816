// Tiles that extend past the edge: zeros after the end of A and B, and threads without an element of C that still load one.
import { Picture } from "../kit/svg.mjs";

const size = 6;
const cell = 24;
const [n, m, p] = [3, 4, 5]; // existing rows, columns and steps of k in the tile
const [x, y] = [1, 4]; // a thread without an element of C

export function draw() {
  const picture = new Picture({
    height: 400,
    title: "Tiles at an edge",
    description:
      "The last tiles of A, B and C. A ends after three rows and five columns of its tile, B after five rows and four columns. All " +
      "other elements of the two tiles are 0. The thread in column 1 and row 4 of the block has no element of C. It loads a 0 into " +
      "the tile of A and an element into the tile of B.",
  });
  const side = size * cell;
  const gap = 40;
  const a = { x: 190, y: 40 + side + gap };
  const b = { x: a.x + side + gap, y: 40 };
  const c = { x: b.x, y: a.y };
  tile(a, n, p, "a", true);
  tile(b, p, m, "b", true);
  tile(c, n, m, "c", false);
  picture.text(a.x + side / 2, a.y - 12, "a_tile", { anchor: "middle", mono: true, bold: true });
  picture.text(b.x - 14, b.y + 18, "b_tile", { anchor: "end", mono: true, bold: true });
  picture.text(c.x + side / 2, c.y + side + 24, "tile of C", { anchor: "middle", bold: true });
  picture.text(a.x - 18, a.y + n * cell, "row n", { anchor: "end", middle: true });
  picture.text(a.x + p * cell, a.y + side + 24, "column p", { anchor: "middle" });
  picture.text(b.x - 18, b.y + p * cell, "row p", { anchor: "end", middle: true });
  picture.text(b.x + m * cell, b.y - 12, "column m", { anchor: "middle" });
  edge(a.x, a.y + n * cell, side, 0);
  edge(a.x + p * cell, a.y, 0, side);
  edge(b.x, b.y + p * cell, side, 0);
  edge(b.x + m * cell, b.y, 0, side);
  edge(c.x, c.y + n * cell, side, 0);
  edge(c.x + m * cell, c.y, 0, side);

  const words = b.x + side + 56;
  picture.text(words, b.y + 24, "0 where A or B has no element:", { bold: true });
  picture.text(words, b.y + 48, "other threads read it");
  const last = c.y + (n + 1) * cell;
  for (const at of [a, b, c]) picture.box(at.x + x * cell + 5, at.y + y * cell + 5, cell - 10, cell - 10, { of: "strong", rounding: 0 });
  picture.box(words, last - 34, 14, 14, { of: "strong", rounding: 0 });
  picture.text(words + 24, last - 22, "a thread beyond the edge of C", { bold: true });
  picture.text(words, last + 4, "loads its part: here a 0 of A and\nan element of B, reaches every\nbarrier, and does not write");
  return picture;

  function edge(x, y, w, h) {
    picture.line(x - (w ? 8 : 0), y - (h ? 8 : 0), x + w + (w ? 8 : 0), y + h + (h ? 8 : 0), { of: "strong", thick: 2.5 });
  }

  function tile(at, rows, columns, of, zeros) {
    for (let i = 0; i < size; ++i)
      for (let j = 0; j < size; ++j) {
        const exists = i < rows && j < columns;
        picture.box(at.x + j * cell, at.y + i * cell, cell, cell, { of: exists ? of : zeros ? "empty" : "idle", rounding: 0, label: exists || !zeros ? "" : "0" });
      }
  }
}
