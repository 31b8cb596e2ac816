// The merge path: a step to the right for each nonzero, a step down for each row end, and diagonals that cut it into equal tiles.

import { Picture } from "../kit/svg.mjs";
import { begins, nonzeros, rows } from "./matrix.mjs";

const tiles = 4;
const [left, top, wide, high] = [96, 86, 40, 52];
const kinds = ["a", "b", "c", "d"];

/** The path as merge coordinates [nonzeros before, row ends before]: a row's nonzeros first, then its end. */
function path() {
  const points = [[0, 0]];
  rows.forEach((row, r) => {
    for (let i = 0; i < row.length; ++i) points.push([begins[r] + i + 1, r]);
    points.push([begins[r + 1], r + 1]);
  });
  return points;
}

/** Merge-path search as in the kernel: how many rows end within the first d items, by binary search. */
function search(d) {
  let [low, high] = [Math.max(0, d - nonzeros.length), Math.min(d, rows.length)];
  const tested = [];
  while (low < high) {
    const middle = (low + high) >> 1;
    tested.push(middle);
    if (begins[middle + 1] <= d - middle - 1) low = middle + 1;
    else high = middle;
  }
  return { row: low, nonzero: d - low, tested };
}

export function draw() {
  const points = path();
  const items = rows.length + nonzeros.length;
  const tile = items / tiles;
  if (!Number.isInteger(tile)) throw new Error(`${items} items cannot be split into ${tiles} equal tiles`);
  const starts = Array.from({ length: tiles + 1 }, (_, t) => search(t * tile));
  starts.forEach(({ row, nonzero }, t) => {
    if (String(points[t * tile]) !== String([nonzero, row])) throw new Error(`the search finds row ${row} for tile ${t}`);
  });
  const picture = new Picture({
    height: 510,
    title: "The merge path, cut into equal tiles",
    description:
      `A staircase through a grid: one step to the right for each of ${nonzeros.length} nonzeros, and one step down for the end of each of ${rows.length} rows. That is ${items} items, and diagonals cut them into ${tiles} tiles of ${tile}. ` +
      starts.slice(0, -1).map(({ row, nonzero }, t) => `Tile ${t} begins in row ${row} at nonzero ${nonzero}.`).join(" ") +
      " An empty row is an item as well, and a long row is cut.",
  });
  const at = ([nonzero, row]) => [left + nonzero * wide, top + row * high];
  nonzeros.forEach((_, i) => picture.text(left + (i + 0.5) * wide, top - 14, i, { anchor: "middle", muted: true }));
  picture.text(left, 38, "a nonzero is a step to the right, the end of a row is a step down", { muted: true });
  rows.forEach((row, r) => {
    picture.text(left - 16, top + (r + 0.5) * high, `row ${r}`, { anchor: "end", middle: true, muted: true });
    for (let i = 0; i < row.length; ++i) {
      const [x, y] = at([begins[r] + i, r]);
      const owner = Math.floor((begins[r] + i + r) / tile);
      picture.box(x + 3, y + 6, wide - 6, high - 12, { of: kinds[owner] });
    }
  });
  for (let r = 0; r <= rows.length; ++r) picture.line(left, top + r * high, left + nonzeros.length * wide, top + r * high, { of: "grid" });
  for (let t = 1; t < tiles; ++t) {
    // The diagonal whose points have t * tile items before them.
    const d = t * tile;
    const lowest = Math.max(0, d - nonzeros.length);
    const highest = Math.min(d, rows.length);
    picture.path([at([d - lowest, lowest]), at([d - highest, highest])], { of: "guide", thick: 2 });
    const [x, y] = at([d - highest, highest]);
    picture.text(x + 8, y + 20, `diagonal ${d}`, { muted: true });
  }
  for (let t = 0; t < tiles; ++t) {
    picture.path(points.slice(t * tile, (t + 1) * tile + 1).map(at), { of: kinds[t], thick: 5 });
    const [x, y] = at(points[t * tile]);
    if (t > 0) picture.circle(x, y, 7, { of: "strong" });
  }
  const right = left + nonzeros.length * wide + 40;
  picture.text(right, top + 4, `${items} items, ${tile} per tile`, { bold: true });
  starts.slice(0, -1).forEach(({ row, nonzero }, t) => {
    const y = top + 34 + t * 56;
    picture.box(right, y, 22, 22, { of: kinds[t] });
    picture.text(right + 34, y + 17, `tile ${t}: row ${row},`);
    picture.text(right + 34, y + 38, `nonzero ${nonzero}`);
  });
  const tested = starts[2].tested;
  picture.text(left, top + rows.length * high + 62, `Tile 2 begins at diagonal ${2 * tile}. How many of the ${2 * tile} items before it are row ends?`, { bold: true });
  picture.text(left, top + rows.length * high + 88, `A binary search in row_offsets tests rows ${tested.join(", then ")} and finds ${starts[2].row}; the other ${starts[2].nonzero} items are nonzeros.`);
  return picture;
}
