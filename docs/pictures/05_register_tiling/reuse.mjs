// How often a value is used after it was read, by the size of a thread's tile of outputs.

import { Picture } from "../kit/svg.mjs";

const cell = 26;
const shapes = [[1, 1], [4, 1], [4, 4], [8, 8]];
const left = [70, 270, 450, 690];

export function draw() {
  const picture = new Picture({
    height: 420,
    title: "Values read and multiply-adds, for tiles of outputs of four sizes",
    description:
      "Four tiles of outputs, each with the values of A that it needs on its left and the values of B above it. " +
      shapes.map(([rows, columns]) => `${rows} by ${columns}: ${rows + columns} values, ${rows * columns} multiply-adds. `).join("") +
      "The values grow with the sides of the tile, the multiply-adds with its area.",
  });
  const top = 66;
  shapes.forEach(([rows, columns], n) => {
    const x = left[n];
    for (let i = 0; i < rows; ++i) picture.box(x - cell - 8, top + i * cell, cell, cell, { of: "a", rounding: 1 });
    for (let j = 0; j < columns; ++j) picture.box(x + j * cell, top - cell - 8, cell, cell, { of: "b", rounding: 1 });
    for (let i = 0; i < rows; ++i)
      for (let j = 0; j < columns; ++j) picture.box(x + j * cell, top + i * cell, cell, cell, { of: "c", rounding: 1 });
    const from = x - cell - 8;
    const values = rows + columns;
    picture.text(from, 318, `${rows} × ${columns}`, { bold: true, size: 20 });
    picture.text(from, 344, `${values} values`);
    picture.text(from, 368, rows * columns === 1 ? "1 multiply-add" : `${rows * columns} multiply-adds`);
    picture.text(from, 398, `${rows * columns / values} per value`, { bold: true });
  });
  picture.legend(36, 270, [["a", "values of A"], ["b", "values of B"], ["c", "outputs of the thread"]]);
  return picture;
}
