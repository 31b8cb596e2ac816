import { formulas } from "./formulas.mjs";
import { Picture } from "../kit/svg.mjs";

const cell = 40;
const columns = 12;
const left = 40;
// The rows of the hand-out's example, and a plausible continuation of the matrix.
const mixed = [
  [1, 3, 2, 3, 0, 2, 1, 0, 3, 3, 1, 0],
  [2, 0, 0, 3, 1, 2, 2, 0, 1, 3, 0, 2],
  [3, 1, 0, 2, 1, 1, 3, 0, 2, 0, 3, 2],
];

function rows(picture, y, count, formulaAt) {
  for (let row = 0; row < count; ++row)
    for (let column = 0; column < columns; ++column) {
      const formula = formulaAt(row, column);
      picture.box(left + column * cell, y + row * cell, cell, cell, { of: formulas[formula].of, label: formula, rounding: 0 });
    }
}

export function draw() {
  const picture = new Picture({
    height: 380,
    title: "Which element takes which formula",
    description:
      "The matrix, drawn with twelve columns. In the striped rows, above, the numbers of the formulas are 0, 1, 2, 3, 0, 1, 2, 3 and so on, the same in every row. In the mixed rows, below, they are in no order. Next to the matrix the four formulas: a step adds to v the root of log v + 1, of cos v + 1, of sin v + 1 or of the absolute tan v + 1.",
  });
  rows(picture, 50, 3, (_, column) => column % formulas.length);
  rows(picture, 220, 3, (row, column) => mixed[row][column]);
  picture.text(left, 36, "striped rows: formula = column % 4", { bold: true });
  picture.text(left, 206, "mixed rows: formula = int(v) % 4", { bold: true });
  picture.text(left + columns * cell + 12, 110, "...", { middle: true, muted: true });
  picture.text(left + columns * cell + 12, 280, "...", { middle: true, muted: true });

  const x = 590;
  picture.text(x, 36, "one of five steps", { bold: true });
  formulas.forEach(({ of }, f) => {
    const f_of_v = ["logf(v)", "cosf(v)", "sinf(v)", "fabsf(tanf(v))"][f];
    picture.box(x, 50 + f * 56, cell, cell, { of, label: f, rounding: 0 });
    picture.text(x + cell + 14, 50 + f * 56 + cell / 2, `v += sqrtf(${f_of_v} + 1)`, { middle: true, mono: true });
  });
  picture.text(x, 300, "8192 x 8192 floats, half of the rows\nof either kind", { muted: true });
  return picture;
}
