// A block's tile of C, the part of each warp, the outputs of one thread, and what that thread reads for one k.

import { Picture } from "../kit/svg.mjs";

const scale = 2.25;
const [side, depth] = [128, 16];
const [left, top] = [112, 112];
const k = 6; // the marked k

export function draw() {
  const picture = new Picture({
    height: 450,
    title: "Which outputs a block, a warp and a thread have",
    description:
      "Left: the tile of 128 by 128 outputs of a block, with a slab of A on its left and a slab of B above it. It is divided into four " +
      "quarters. Each of the eight warps has 32 rows by 16 columns of each quarter. Thread 0 of warp 0 has the first 4 by 4 " +
      "outputs of its warp in each quarter. Right: the 8 by 8 outputs of thread 0, with the eight values of A on their left and " +
      "the eight values of B above them that it reads for one k.",
  });
  const at = (element) => element * scale;
  const box = (x, y, w, h, of, options = {}) => picture.box(left + at(x), top + at(y), at(w), at(h), { of, rounding: 1, ...options });

  // The slabs, with one k of each.
  const [slabX, slabY] = [left - at(depth) - 14, top - at(depth) - 14];
  picture.box(slabX, top, at(depth), at(side), { of: "plain", rounding: 1 });
  picture.box(left, slabY, at(side), at(depth), { of: "plain", rounding: 1 });
  picture.box(slabX + at(k), top, 6, at(side), { of: "a", rounding: 0 });
  picture.box(left, slabY + at(k), at(side), 6, { of: "b", rounding: 0 });
  for (const first of [0, 64]) {
    picture.box(slabX + at(k) - 1, top + at(first), 8, at(4), { of: "strong", rounding: 0 });
    picture.box(left + at(first), slabY + at(k) - 1, at(4), 8, { of: "strong", rounding: 0 });
  }
  picture.text(left, slabY - 10, "slab of B, one k of it in colour");
  picture.text(slabX - 10, top + at(side / 2), "slab of A", { anchor: "middle", turned: -90 });

  // The tile: 2 by 2 quarters of 2 by 4 warps.
  for (let quarter = 0; quarter < 4; ++quarter)
    for (let warp = 0; warp < 8; ++warp) {
      const x = (quarter % 2) * 64 + (warp % 4) * 16;
      const y = Math.floor(quarter / 2) * 64 + Math.floor(warp / 4) * 32;
      box(x, y, 16, 32, warp === 0 ? "c" : "", { label: warp, bold: warp === 0 });
      if (warp === 0) box(x, y, 4, 4, "strong");
    }
  picture.text(left, top + at(side) + 26, "tile of C: numbers are warps, squares thread 0");

  // The outputs of thread 0.
  const size = 30;
  const [zoomX, zoomY] = [610, 112];
  const place = (i) => i * size + (i > 3 ? 12 : 0);
  for (let i = 0; i < 8; ++i) {
    picture.box(zoomX - size - 12, zoomY + place(i), size, size, { of: "a", rounding: 1 });
    picture.box(zoomX + place(i), zoomY - size - 12, size, size, { of: "b", rounding: 1 });
    for (let j = 0; j < 8; ++j) picture.box(zoomX + place(j), zoomY + place(i), size, size, { of: "c", rounding: 1 });
  }
  picture.text(zoomX + place(0) + 2 * size, zoomY - size - 22, "columns 0–3", { anchor: "middle" });
  picture.text(zoomX + place(4) + 2 * size, zoomY - size - 22, "64–67", { anchor: "middle" });
  picture.text(zoomX - size - 22, zoomY + 2 * size, "rows 0–3", { anchor: "end", middle: true });
  picture.text(zoomX - size - 22, zoomY + place(4) + 2 * size, "64–67", { anchor: "end", middle: true });
  picture.text(zoomX + place(7) + size + 14, zoomY - size / 2 - 12, "b[j]", { middle: true, mono: true, of: "b" });
  picture.text(zoomX - size - 12, zoomY + place(7) + size + 24, "a[i]", { mono: true, of: "a" });
  picture.text(zoomX + 36, zoomY + place(7) + size + 24, "sum[i][j]", { mono: true, of: "c" });
  picture.text(zoomX - size - 12, top + at(side) + 26, "thread 0: 16 values, 64 multiply-adds", { bold: true });
  return picture;
}
