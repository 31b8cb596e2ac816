// A cutoff with atoms in cells: the cells that a block of points visits, and the order of their atoms in memory.

import { Picture } from "../kit/svg.mjs";

const side = 26; // side of a cell
const [columns, rows] = [15, 12];
const patch = { column: 6, row: 4, cells: 4 }; // the points of a block: 4 cells of 8 by 8 points
const reach = 3; // the cutoff, in cells
const origin = { x: 24, y: 42 };
const chosen = [8.6, 5.4];
const shownRow = 2;

export function draw() {
  const atoms = scattered();
  const near = { from: patch.column - reach, to: patch.column + patch.cells + reach, top: patch.row - reach, bottom: patch.row + patch.cells + reach };
  const visited = ([x, y]) => x >= near.from && x < near.to && y >= near.top && y < near.bottom;
  const within = ([x, y]) => Math.hypot(x - chosen[0], y - chosen[1]) < reach;
  const picture = new Picture({
    height: 420,
    title: "Cells, and a cutoff",
    description:
      `Atoms over a plane that is divided into square cells. A block computes the points of ${patch.cells} by ${patch.cells} cells and visits only the cells within the cutoff of them, ${near.to - near.from} by ${near.bottom - near.top}. ` +
      `Of ${atoms.length} atoms ${atoms.filter(visited).length} are in these cells, and ${atoms.filter(within).length} are within the cutoff of the marked point. Next to it, one row of cells in memory: the atoms of neighbouring cells are contiguous.`,
  });
  plane();
  memory();
  return picture;

  function plane() {
    const at = (x, y) => [origin.x + x * side, origin.y + y * side];
    const area = (x, y, w, h, of) => picture.box(...at(x, y), w * side, h * side, { of, rounding: 0 });
    picture.text(origin.x, 26, "one block of points, and the cells near it", { bold: true, size: 18 });
    area(0, 0, columns, rows, "plain");
    area(near.from, near.top, near.to - near.from, near.bottom - near.top, "a");
    area(patch.column, patch.row, patch.cells, patch.cells, "c");
    for (let i = 0; i <= columns; ++i) picture.line(...at(i, 0), ...at(i, rows), { of: "edge", thick: 0.6 });
    for (let i = 0; i <= rows; ++i) picture.line(...at(0, i), ...at(columns, i), { of: "edge", thick: 0.6 });
    outline(near.from, near.top, near.to - near.from, near.bottom - near.top);
    outline(patch.column, patch.row, patch.cells, patch.cells);
    picture.path(circle(...at(...chosen), reach * side), { of: "strong", thick: 2 });
    for (const one of atoms) picture.circle(...at(...one), 3.2, { of: within(one) ? "strong" : visited(one) ? "b" : "plain" });
    picture.arrow(...at(columns, shownRow + 0.5), 462, origin.y + (shownRow + 0.5) * side, { of: "strong", thick: 2 });
    const [px, py] = at(...chosen);
    picture.box(px - 6, py - 6, 12, 12, { of: "strong", rounding: 0 });
    picture.legend(origin.x, 386, [["c", "its points"], ["a", "cells it visits"], ["plain", "cells it skips"]], { step: 150 });
    picture.text(origin.x, 412, "filled: one point, and the atoms within its cutoff", { muted: true });
  }

  function outline(x, y, w, h) {
    const [left, top] = [origin.x + x * side, origin.y + y * side];
    picture.path([[left, top], [left + w * side, top], [left + w * side, top + h * side], [left, top + h * side], [left, top]], { of: "strong", thick: 2 });
  }

  function memory() {
    const x = 470;
    const wide = 466;
    const inRow = Array.from({ length: columns }, (_, i) => atoms.filter(([ax, ay]) => Math.floor(ay) === shownRow && Math.floor(ax) === i).length);
    const begins = inRow.map((_, i) => inRow.slice(0, i).reduce((sum, n) => sum + n, 0));
    const count = begins.at(-1) + inRow.at(-1);
    const [cell, slot] = [wide / columns, wide / count];
    const isNear = (i) => i >= near.from && i < near.to;
    picture.text(x, 26, "one row of its cells, in memory", { bold: true, size: 18 });
    picture.text(x, 66, "atoms in each cell: count them", { muted: true });
    picture.row(x, 78, columns, cell, 30, { gap: 2, of: (i) => (isNear(i) ? "a" : "plain"), label: (i) => inRow[i] });
    picture.text(x, 142, "first atom of each cell: add them up", { muted: true });
    picture.row(x, 154, columns, cell, 30, { gap: 2, of: (i) => (isNear(i) ? "a" : "plain"), label: (i) => begins[i] });
    picture.text(x, 218, "the atoms, sorted: move each to its cell", { muted: true });
    for (let i = 0; i < columns; ++i)
      for (let n = 0; n < inRow[i]; ++n) picture.box(x + (begins[i] + n) * slot + 1, 230, slot - 2, 30, { of: isNear(i) ? "b" : "plain", rounding: 1 });
    const [first, last] = [begins[near.from], begins[near.to] ?? count];
    picture.bracket(x + first * slot + 1, x + last * slot - 1, 276, `contiguous: atoms ${first} to ${last - 1}`, { below: true });
    picture.text(x, 340, `${atoms.filter(visited).length} of ${atoms.length} atoms are visited,`, { bold: true, size: 18 });
    picture.text(x, 364, `${atoms.filter(within).length} are within the cutoff of the marked point`, { bold: true, size: 18 });
  }
}

const circle = (x, y, r) => `M${x - r},${y}A${r},${r} 0 1 1 ${x + r},${y}A${r},${r} 0 1 1 ${x - r},${y}Z`;

/** Returns the same pseudo-random positions of atoms each time, in units of cells: about half of them uniform, half in clusters. */
function scattered() {
  let state = 7;
  const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
  const anywhere = Array.from({ length: 90 }, () => [random() * columns, random() * rows]);
  const clumps = Array.from({ length: 5 }, () => [1.5 + random() * (columns - 3), 1.5 + random() * (rows - 3)]);
  const clumped = clumps.flatMap(([x, y]) => Array.from({ length: 16 }, () => [x + (random() + random() - 1) * 1.4, y + (random() + random() - 1) * 1.4]));
  return [...anywhere, ...clumped];
}
