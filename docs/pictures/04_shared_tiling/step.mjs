// One thread in one step: the two elements that it loads, and the 2 x TILE elements that it uses.
import { Picture } from "../kit/svg.mjs";

const size = 8; // side of the tiles in the picture; those of the lab are larger
const cell = 20;
const [x, y] = [5, 2]; // the thread

export function draw() {
  const picture = new Picture({
    height: 408,
    title: "The elements that a thread loads, and those that it uses",
    description:
      `The tiles of A, B and C, with ${size} rows and columns. The thread x = ${x}, y = ${y} loads one element of A and one of B, ` +
      "both at its own position in the tile. For its element of C it uses all of row y of the tile of A, and all of column x of the tile of B: " +
      "the thread itself loaded one element of each, and other threads loaded the rest.",
  });
  const side = size * cell;
  const gap = 22;
  const a = { x: 200, y: 30 + side + gap };
  const b = { x: a.x + side + gap, y: 30 };
  const c = { x: b.x, y: a.y };
  tile(a, (i) => i === y && "a");
  tile(b, (_, j) => j === x && "b");
  tile(c, (i, j) => i === y && j === x && "c");
  loaded(a);
  loaded(b);

  const rowMiddle = a.y + (y + 0.5) * cell;
  const columnMiddle = b.x + (x + 0.5) * cell;
  picture.text(a.x + side / 2, a.y - 12, "a_tile", { anchor: "middle", mono: true, bold: true });
  picture.text(b.x - 12, b.y + 18, "b_tile", { anchor: "end", mono: true, bold: true });
  picture.text(c.x + side / 2, c.y + side + 24, "the block's tile of C", { anchor: "middle", bold: true });
  picture.text(a.x - 12, rowMiddle, `row y = ${y}`, { anchor: "end", middle: true, bold: true, of: "a" });
  picture.text(columnMiddle, b.y - 10, `column x = ${x}`, { anchor: "middle", bold: true, of: "b" });

  const words = b.x + side + 40;
  picture.text(words, b.y + 40, `thread x = ${x}, y = ${y}`, { bold: true, size: 18 });
  picture.box(words, b.y + 66, 18, 18, { of: "strong", rounding: 0 });
  picture.text(words + 30, b.y + 81, "it loads: 1 element of A, 1 of B");
  picture.box(words, b.y + 102, 9, 18, { of: "a", rounding: 0 }).box(words + 9, b.y + 102, 9, 18, { of: "b", rounding: 0 });
  picture.text(words + 30, b.y + 117, "it uses: a row of one tile,\na column of the other");
  picture.box(words, c.y + y * cell, 18, 18, { of: "c", rounding: 0 });
  picture.text(words + 30, c.y + y * cell + 15, "it computes: 1 element of C");
  return picture;

  function tile(at, kind) {
    for (let i = 0; i < size; ++i)
      for (let j = 0; j < size; ++j) picture.box(at.x + j * cell, at.y + i * cell, cell, cell, { of: kind(i, j) || "", rounding: 0 });
  }

  function loaded(at) {
    picture.box(at.x + x * cell + 4, at.y + y * cell + 4, cell - 8, cell - 8, { of: "strong", rounding: 0 });
  }
}
