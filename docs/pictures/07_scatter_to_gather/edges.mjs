// A grid whose size is not a multiple of a block's: threads with some of their points in it, and threads with none.

import { Picture } from "../kit/svg.mjs";

const [width, height] = [300, 20]; // of the grid
const [columns, rows, points] = [128, 8, 4]; // of a block, and points per thread
const [across, down] = [Math.ceil(width / columns), Math.ceil(height / rows)];
const origin = { x: 84, y: 66 };
const scale = { x: 1.45, y: 12 };

export function draw() {
  const picture = new Picture({
    height: 404,
    title: "Blocks that extend past the edges of a grid",
    description:
      `A grid of ${width} by ${height} points under ${across} by ${down} blocks of ${columns} by ${rows}. The last blocks of a row and of a column extend past it. One thread has one of its four points in the grid and three ` +
      "past its right edge; another has none, because its row is below the last one.",
  });
  const x = (column) => origin.x + column * scale.x;
  const y = (row) => origin.y + row * scale.y;
  picture.box(x(0), y(0), across * columns * scale.x, down * rows * scale.y, { of: "idle", rounding: 0 });
  picture.box(x(0), y(0), width * scale.x, height * scale.y, { of: "c", rounding: 0 });
  for (let i = 1; i < across; ++i) picture.line(x(i * columns), y(0) - 8, x(i * columns), y(down * rows) + 8, { of: "strong", thick: 1.5 });
  for (let i = 1; i < down; ++i) picture.line(x(0) - 8, y(i * rows), x(across * columns) + 8, y(i * rows), { of: "strong", thick: 1.5 });
  for (let i = 0; i < across; ++i) picture.text(x((i + 0.5) * columns), y(0) - 14, `${i * columns}–${(i + 1) * columns - 1}`, { anchor: "middle", muted: true });
  for (let i = 0; i < down; ++i) picture.text(x(0) - 14, y((i + 0.5) * rows), `${i * rows}–${(i + 1) * rows - 1}`, { anchor: "end", middle: true, muted: true });
  picture.text(x(columns / 2), y(rows / 2), `the grid:\n${width} × ${height} points`, { anchor: "middle", middle: true, bold: true, halo: true });

  const some = thread(276, 2);
  const none = thread(40, 22);
  const words = 660;
  note(some, 92, "one point in the grid, three beyond", "adds up four sums, writes one:\neach column is checked separately");
  note(none, 250, "no point in the grid at all", "still loads its atoms, and reaches\nevery barrier; writes nothing");
  picture.legend(origin.x, 390, [["c", "points"], ["idle", "threads without a point here"], ["strong", "the points of one thread"]]);
  return picture;

  function thread(column, row) {
    for (let j = 0; j < points; ++j) picture.box(x(column + j * 32) - 6, y(row) + 1, 12, scale.y - 2, { of: "strong", rounding: 0 });
    return [x(column + (points - 1) * 32) + 8, y(row + 0.5)];
  }

  function note([fromX, fromY], top, title, says) {
    picture.path([[fromX, fromY], [words - 24, fromY], [words - 24, top - 6], [words - 6, top - 6]], { of: "edge", thick: 2 });
    picture.text(words, top, title, { bold: true });
    picture.text(words, top + 26, says);
  }
}
