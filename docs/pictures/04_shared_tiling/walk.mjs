// A block's path along k: its tiles of A and B at each step, and the one tile of C that it computes.
import { Picture } from "../kit/svg.mjs";

const cell = 25;
const tiles = 4; // tiles of 32 floats: the counted size, 128
const tile = 32;
const gap = 12;
const block = { row: 2, column: 1 }; // the block's tile of C

export function draw() {
  const picture = new Picture({
    height: 356,
    title: "The walk of a block along k",
    description:
      "Four steps from left to right. At each step the block holds one tile of A and one of B: at the first step the leftmost tile of its " +
      "rows of A and the uppermost tile of its columns of B, at each further step the next one to the right in A and the next " +
      "one down in B. Its tile of C stays where it is and is complete after the last step.",
  });
  const wide = 2 * tiles * cell + gap;
  const step = 234;
  for (let k = 0; k < tiles; ++k) {
    const x = 28 + k * step;
    picture.text(x + wide / 2, 30, `step ${k + 1}: k = ${k * tile} … ${(k + 1) * tile - 1}`, { anchor: "middle", bold: true });
    panel(x, 56, k);
    const words = k === 0 ? `sum = ${tile} products` : k + 1 < tiles ? `sum += ${tile} products` : `sum += ${tile}, then to C`;
    picture.text(x + wide / 2, 56 + wide + 30, words, { anchor: "middle" });
  }
  const foot = 56 + wide + 74;
  picture.legend(28, foot, [["a", "tile of A in shared memory"], ["b", "tile of B"], ["c", "the block's tile of C"], ["idle", "used, then replaced"]]);
  return picture;

  function panel(x, y, k) {
    const side = tiles * cell;
    const a = { x, y: y + side + gap };
    const b = { x: x + side + gap, y };
    const c = { x: b.x, y: a.y };
    matrix(a, (i, j) => i === block.row && (j === k ? "a" : j < k ? "idle" : ""));
    matrix(b, (i, j) => j === block.column && (i === k ? "b" : i < k ? "idle" : ""));
    matrix(c, (i, j) => i === block.row && j === block.column && "c");
    picture.text(a.x + side / 2, a.y - 12, "A", { anchor: "middle", bold: true, of: "a" });
    picture.text(b.x - 12, b.y + side / 2, "B", { anchor: "end", middle: true, bold: true, of: "b" });
    picture.text(c.x + side - cell / 2, c.y + side - cell / 2, "C", { anchor: "middle", middle: true, bold: true, of: "c" });
  }

  function matrix(at, kind) {
    for (let i = 0; i < tiles; ++i)
      for (let j = 0; j < tiles; ++j) picture.box(at.x + j * cell, at.y + i * cell, cell, cell, { of: kind(i, j) || "", rounding: 0 });
  }
}
