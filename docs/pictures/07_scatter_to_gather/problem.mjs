// The problem: atoms over a grid of points, and one point with its distances to all of them.

import { Picture } from "../kit/svg.mjs";
import { atom, point } from "./marks.mjs";

const step = 44;
const [columns, rows] = [11, 7];
const origin = { x: 84, y: 56 };
const chosen = { column: 6, row: 3 };
// In steps of the grid; the last one is on a point, the first two are beyond the edge.
const atoms = [[-1.1, 1.4, "+"], [10.9, 4.4, "−"], [1.6, 5.3, "+"], [3.4, 0.6, "−"], [8.5, 1.4, "+"], [8.4, 5.5, "−"], [3, 3, "+"]];

export function draw() {
  const picture = new Picture({
    height: 384,
    title: "Atoms, and the points of a grid",
    description:
      `A grid of points with ${atoms.length} atoms of both signs among and around them, one of them exactly on a point. From one point, lines lead to all atoms: its ` +
      "potential is a sum over all of them.",
  });
  const at = (column, row) => [origin.x + column * step, origin.y + row * step];
  const [px, py] = at(chosen.column, chosen.row);
  for (const [column, row] of atoms) picture.line(px, py, ...at(column, row), { of: "b", thick: 2 });
  for (let row = 0; row < rows; ++row)
    for (let column = 0; column < columns; ++column) point(picture, ...at(column, row), 5);
  for (const [column, row, sign] of atoms) atom(picture, ...at(column, row), sign);
  point(picture, px, py, 10);

  const x = 606;
  picture.text(x, 66, "this point's potential", { bold: true, size: 18 });
  picture.text(x, 96, "= Σ charge / distance,", { size: 18 });
  picture.text(x, 120, "over all atoms", { size: 18 });
  picture.text(x, 166, "distance² =", { mono: true });
  picture.text(x, 190, "dx² + dy² + dz² + SOFTENING²", { mono: true });
  atom(picture, x + 12, 240, "±");
  picture.text(x + 38, 240, "4096 atoms, anywhere", { middle: true });
  point(picture, x + 12, 274, 5);
  picture.text(x + 38, 274, "1024 × 1024 points, at z = 0", { middle: true });
  picture.line(x, 308, x + 24, 308, { of: "b", thick: 2 });
  picture.text(x + 38, 314, "an interaction: 4.3 billion of them,\neach with a root");
  return picture;
}
