// The six kinds of matrices of the lab, as small pictures: a dot for each nonzero.

import { Picture } from "../kit/svg.mjs";
import { random } from "./matrix.mjs";

const size = 64; // rows and columns of a small matrix
const dot = 2.6;
const [left, top, across, down] = [40, 66, 312, 250];
const next = random(12);
const any = () => Math.floor(next() * size);

/** Returns `count` different columns, drawn by `column`. */
function draws(count, column) {
  const all = new Set();
  while (all.size < count) all.add(column());
  return [...all];
}

/** Returns a random permutation of 0 to size - 1. */
function shuffled() {
  const all = Array.from({ length: size }, (_, i) => i);
  for (let i = size - 1; i > 0; --i) {
    const j = Math.floor(next() * (i + 1));
    [all[i], all[j]] = [all[j], all[i]];
  }
  return all;
}

/** Each kind, as the columns of row r; lengths are scaled to the small size. */
function kinds() {
  const rank = shuffled();
  const half = 4;
  const block = 16;
  return [
    ["power law", "a few rows are very long, most short", (r) => draws(Math.min(size, Math.floor(52 * (rank[r] + 1) ** -0.85)), any)],
    ["uniform", "any length up to 30", () => draws(Math.floor(9 * next()), any)],
    ["banded", "15 around the diagonal", (r) => Array.from({ length: 2 * half + 1 }, (_, i) => (r + size - half + i) % size)],
    ["blocks", "16 to 32 in a block of 64", (r) => Array.from({ length: block / 4 + (rank[r] % (block / 4 + 1)) }, (_, i) => Math.floor(r / block) * block + ((r + i) % block))],
    ["one long row", "all others have 8", (r) => draws(r === 23 ? 44 : 2, any)],
    ["empty rows", "seven of eight", (r) => (rank[r] < size / 8 ? draws(24, any) : [])],
  ];
}

export function draw() {
  const all = kinds();
  const picture = new Picture({
    height: 548,
    title: "Six kinds of sparse matrices",
    description: `Six squares with a dot for each nonzero of a small matrix of ${size} rows. ` + all.map(([name, words]) => `${name}: ${words}.`).join(" "),
  });
  all.forEach(([name, words, columnsOf], i) => {
    const [x, y] = [left + (i % 3) * across, top + Math.floor(i / 3) * down];
    picture.text(x, y - 34, name, { bold: true, size: 18 });
    picture.text(x, y - 12, words, { muted: true });
    picture.box(x - 3, y - 3, size * dot + 6, size * dot + 6, { rounding: 0 });
    const dots = [];
    for (let r = 0; r < size; ++r) for (const c of columnsOf(r)) dots.push(`M${(x + c * dot).toFixed(1)},${(y + r * dot).toFixed(1)}h${dot - 0.5}v${dot - 0.5}h${0.5 - dot}z`);
    picture.path(dots.join(""), { of: "of-a", filled: true });
    picture.text(x + size * dot + 3, y + size * dot + 24, `${dots.length} nonzeros`, { anchor: "end", muted: true });
  });
  picture.text(left, top + 2 * down - 22, `Small matrices of ${size} rows, with fewer nonzeros per row than the lab's, but of the same kinds.`, { muted: true });
  return picture;
}
