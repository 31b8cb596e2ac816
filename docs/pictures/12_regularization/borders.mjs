// Tile boundaries cut rows. Sums of whole rows are stored; partial sums of a cut row are added.

import { Picture } from "../kit/svg.mjs";

const lengths = [5, 2, 13, 3, 6, 3];
const tile = 8;
const kinds = ["a", "b", "d", "a", "b", "a"];
const [left, wide, top] = [104, 25.5, 84];

export function draw() {
  const begins = lengths.reduce((sums, length) => [...sums, sums.at(-1) + length], [0]);
  const count = begins.at(-1);
  const tiles = count / tile;
  if (!Number.isInteger(tiles)) throw new Error("the last tile is not full");
  // The segments of each row: how much of it is in which tile.
  const parts = lengths.map((_, row) =>
    Array.from({ length: tiles }, (_, t) => ({ tile: t, from: Math.max(begins[row], t * tile), end: Math.min(begins[row + 1], (t + 1) * tile) })).filter(({ from, end }) => from < end),
  );
  const cut = parts.flatMap((of, row) => (of.length > 1 ? [row] : []));
  const picture = new Picture({
    height: 432,
    title: "Rows that a tile boundary cuts",
    description:
      `${count} nonzeros of ${lengths.length} rows in ${tiles} tiles of ${tile}. ` +
      parts.map((of, row) => (of.length === 1 ? `All of row ${row} is in tile ${of[0].tile}.` : `Row ${row} is cut into ${of.length} segments, in tiles ${of.map((part) => part.tile).join(", ")}.`)).join(" ") +
      " Sums of whole rows are stored; the partial sums of a cut row are added to a y that was 0.",
  });
  const at = (i) => left + i * wide;
  for (let t = 0; t < tiles; ++t) picture.bracket(at(t * tile) + 3, at((t + 1) * tile) - 3, 44, `tile ${t}`);
  lengths.forEach((length, row) => picture.row(at(begins[row]), top, length, wide, 40, { of: () => kinds[row], gap: 2 }));
  for (let t = 0; t <= tiles; ++t) picture.line(at(t * tile), 56, at(t * tile), top + 100, { of: "strong", thick: 2 });
  parts.forEach((of, row) =>
    of.forEach(({ from, end }) => {
      const middle = (at(from) + at(end)) / 2;
      picture.path([[at(from) + 3, top + 48], [at(from) + 3, top + 56], [at(end) - 3, top + 56], [at(end) - 3, top + 48]], { of: of.length > 1 ? "waste" : "edge" });
      picture.text(middle, top + 76, end - from, { anchor: "middle" });
      picture.arrow(middle, top + 84, (at(begins[row]) + at(begins[row + 1])) / 2, top + 158, { of: of.length > 1 ? "waste" : "edge", thick: of.length > 1 ? 2.5 : 1.5 });
    }),
  );
  picture.text(left - 14, top + 20, "nonzeros", { anchor: "end", middle: true, muted: true });
  picture.text(left - 14, top + 76, "length", { anchor: "end", muted: true });
  lengths.forEach((length, row) => {
    const middle = (at(begins[row]) + at(begins[row + 1])) / 2;
    const isCut = cut.includes(row);
    picture.box(middle - 34, top + 164, 68, 40, { of: isCut ? "waste" : "c" });
    picture.text(middle, top + 184, `y[${row}]`, { anchor: "middle", middle: true, bold: true, halo: isCut });
    picture.text(middle, top + 228, isCut ? parts[row].map(({ from, end }) => end - from).join(" + ") : length, { anchor: "middle", muted: true });
  });
  picture.legend(left, 356, [["c", "whole in one tile: stored, without an atomic and without clearing y"]]);
  picture.legend(left, 384, [["waste", "cut: each tile adds its partial sum by an atomic, to a y that was 0"]]);
  picture.text(left, 416, `${tiles - 1} boundaries between tiles, so at most ${tiles - 1} rows need atomics. Here ${cut.length} do.`, { bold: true });
  return picture;
}
