// Square tiles of A and B in shared memory, as in lab 04, next to flat slabs: the shared memory of a block, to one scale.

import { Picture } from "../kit/svg.mjs";

const scale = 1.75;

function plan(picture, { x, side, depth, words, named = false }) {
  const tile = side * scale;
  const flat = depth * scale;
  const [left, top] = [x + flat + 14, 60 + flat + 14];
  picture.box(left, 60, tile, flat, { of: "b", label: depth > 30 ? "B" : "slab of B" });
  picture.box(x, top, flat, tile, { of: "a", label: depth > 30 ? "A" : "" });
  if (depth <= 30) picture.text(x + flat / 2 + 6, top + tile / 2, "slab of A", { anchor: "middle", turned: -90 });
  picture.box(left, top, tile, tile, { of: "c", label: `${side} × ${side}\nof C\nin registers` });
  picture.text(left + tile + 12, 60 + flat / 2, named ? `DEPTH = ${depth}` : `${depth} deep`, { middle: true, mono: named });
  if (named) picture.text(left + tile / 2, top + tile + 24, "TILE_COLUMNS", { anchor: "middle", mono: true });
  if (named) picture.text(left + tile + 12, top + tile / 2, "TILE_ROWS", { middle: true, mono: true });
  words.forEach((line, i) => picture.text(left + tile + 12, top + tile - 62 + i * 28, line, { bold: i === 0 }));
}

export function draw() {
  const picture = new Picture({
    height: 380,
    title: "Square tiles and flat slabs, to one scale",
    description:
      "Left: a tile of 64 by 64 of C with tiles of A and B that are as deep as it is wide, 64. They take 32 KB, and each value of " +
      "A or B serves 64 outputs. Right: a tile of 128 by 128 with slabs that are 16 deep. They take 16 KB, and each value serves 128.",
  });
  picture.text(20, 36, "as deep as the tile is wide", { bold: true, size: 18 });
  plan(picture, { x: 20, side: 64, depth: 64, words: ["32 KB", "a value serves", "64 outputs"] });
  picture.text(480, 36, "flat slabs", { bold: true, size: 18 });
  plan(picture, { x: 480, side: 128, depth: 16, named: true, words: ["16 KB", "a value serves", "128 outputs"] });
  return picture;
}
