// The idea: threads that own atoms and write to all points, and threads that own points and read all atoms.

import { Picture } from "../kit/svg.mjs";
import { atom, point } from "./marks.mjs";

const wide = 380;
const words = 66; // space to the left of the rows, for their names
const atoms = 3;
const points = 5;
const level = { atoms: 76, points: 330 };

export function draw() {
  const picture = new Picture({
    height: 424,
    title: "Scatter and gather",
    description:
      `Two drawings of ${atoms} atoms above ${points} points. On the left, scatter: each atom has a thread, and from each thread an arrow leads to every point; ${atoms} arrows end at each point, ` +
      `${atoms * points} atomic additions in all. On the right, gather: each point has a thread, which reads every atom, ${atoms * points} reads in all, and writes once, to its own point.`,
  });
  scatter(picture, 20);
  picture.line(482, 20, 482, 400, { of: "guide" });
  gather(picture, 500);
  return picture;
}

const middle = (x, count) => (i) => x + words + ((i + 0.5) * wide) / count;

function scatter(picture, x) {
  const [atomAt, pointAt] = [middle(x, atoms), middle(x, points)];
  const threads = 140;
  picture.text(x, 34, "Scatter: a thread owns an atom", { bold: true, size: 18 });
  for (let i = 0; i < atoms; ++i) {
    for (let j = 0; j < points; ++j) picture.arrow(atomAt(i), threads + 15, pointAt(j) + (i - (atoms - 1) / 2) * 9, level.points - 16, { of: "waste", thick: 2 });
    picture.arrow(atomAt(i), level.atoms + 14, atomAt(i), threads - 15, { of: "a", thick: 2 });
    atom(picture, atomAt(i), level.atoms);
    thread(picture, atomAt(i), threads, i);
  }
  rows(picture, x, threads, pointAt);
  picture.text(x, 384, `${atoms * points} writes: several threads for each point,`, { bold: true });
  picture.text(x, 406, "so each write is an atomic addition");
}

function gather(picture, x) {
  const [atomAt, pointAt] = [middle(x, atoms), middle(x, points)];
  const threads = 266;
  picture.text(x, 34, "Gather: a thread owns a point", { bold: true, size: 18 });
  for (let j = 0; j < points; ++j) {
    for (let i = 0; i < atoms; ++i) picture.arrow(atomAt(i), level.atoms + 14, pointAt(j) + (i - (atoms - 1) / 2) * 9, threads - 16, { of: "a", thick: 2 });
    picture.arrow(pointAt(j), threads + 15, pointAt(j), level.points - 15, { of: "c", thick: 2.5 });
    thread(picture, pointAt(j), threads, j);
  }
  for (let i = 0; i < atoms; ++i) atom(picture, atomAt(i), level.atoms);
  rows(picture, x, threads, pointAt);
  picture.text(x, 384, `${points} writes: one owner for each point`, { bold: true });
  picture.text(x, 406, `${atoms * points} reads, and any number of threads may read`);
}

function thread(picture, x, y, number) {
  picture.box(x - 24, y - 14, 48, 28, { label: String(number), rounding: 12 });
}

function rows(picture, x, threads, pointAt) {
  picture.text(x, level.atoms, "atoms", { middle: true, muted: true });
  picture.text(x, threads, "threads", { middle: true, muted: true });
  picture.text(x, level.points, "points", { middle: true, muted: true });
  for (let j = 0; j < points; ++j) point(picture, pointAt(j), level.points, 14);
}
