// The four levels of a scan by cascading: each passes on one sum, and gets back its exclusive prefix.

import { Picture } from "../kit/svg.mjs";

const left = 128;

export function draw() {
  const picture = new Picture({
    height: 488,
    title: "A scan by cascading",
    description:
      "Four levels. A thread scans its own four items, a warp the sums of its 32 threads, a block the sums of its warps, and the grid the sums of its tiles. " +
      "Each passes one sum on to the next level, and gets one number back: its exclusive prefix.",
  });
  const levels = [
    { name: "thread", how: "additions", y: 40 },
    { name: "warp", how: "shuffles", y: 150 },
    { name: "block", how: "shared memory", y: 260 },
    { name: "grid", how: "global memory", y: 370 },
  ];
  levels.forEach(({ name, how, y }) => {
    picture.text(14, y + 24, name, { bold: true, size: 18 });
    picture.text(14, y + 48, how, { muted: true });
  });
  const on = (x, y, to, below) => picture.arrow(x, y, to, below, { of: "a", thick: 2.5 });
  const back = (x, y, to, above) => picture.arrow(x, y, to, above, { of: "b", thick: 2.5 });

  // A thread's items: four values, and their prefix sums.
  const threads = [[3, 1, 4, 1], [5, 9, 2, 6], [5, 3, 5, 8]];
  const sums = threads.map((items) => items.reduce((sum, value) => sum + value));
  const wideThread = 200;
  const threadAt = (i) => left + i * (wideThread + 32);
  picture.text(left, 20, "one warp: 4 items for each of its 32 threads", { muted: true });
  threads.forEach((items, i) => {
    let sum = 0;
    const scanned = items.map((value) => (sum += value));
    picture.row(threadAt(i), 32, 4, wideThread / 4, 30, { label: (k) => items[k], gap: 2 });
    picture.row(threadAt(i), 68, 4, wideThread / 4, 30, { of: (k) => (k === 3 ? "a" : "plain"), label: (k) => scanned[k], gap: 2 });
  });
  picture.text(threadAt(3) + 4, 70, "…", { size: 24 });

  // The warp's 32 sums.
  const cellOf = (i) => left + 60 + i * 110;
  const prefixes = [0, sums[0], sums[0] + sums[1]];
  picture.text(cellOf(3) + 20, 176, "…", { size: 24 });
  threads.forEach((_, i) => {
    on(threadAt(i) + wideThread - 25, 100, cellOf(i) + 52, 146);
    picture.row(cellOf(i), 150, 1, 96, 30, { of: () => "a", label: () => `sum ${sums[i]}` });
    picture.row(cellOf(i), 186, 1, 96, 30, { of: () => "b", label: () => `prefix ${prefixes[i]}` });
    back(cellOf(i) + 20, 146, threadAt(i) + 60, 102);
  });
  picture.box(cellOf(4), 150, 96, 30, { of: "a", label: "sum 320" });
  picture.text(cellOf(4) + 112, 165, "of the whole warp", { middle: true, muted: true });

  // The block's warps.
  const warpAt = (i) => left + 140 + i * 130;
  ["warp 0", "warp 1", "warp 2"].forEach((name, i) => {
    picture.box(warpAt(i), 260, 110, 30, { of: "a", label: `sum, ${name}` });
    picture.box(warpAt(i), 296, 110, 30, { of: "b", label: `prefix ${name.slice(5)}` });
  });
  picture.text(warpAt(3), 298, "…", { size: 24 });
  picture.box(warpAt(3) + 40, 260, 110, 30, { of: "a", label: "sum, tile" });
  on(cellOf(4) + 40, 182, warpAt(1) + 70, 256);
  back(warpAt(1) + 30, 256, cellOf(2) + 48, 218);

  // The grid's tiles.
  const tileAt = (i) => left + 40 + i * 130;
  [0, 1, 2, 3].forEach((tile) => {
    picture.box(tileAt(tile), 370, 110, 30, { of: "a", label: `sum, tile ${tile}` });
    picture.box(tileAt(tile), 406, 110, 30, { of: "b", label: `prefix ${tile}` });
  });
  picture.text(tileAt(4), 408, "…", { size: 24 });
  on(warpAt(3) + 95, 292, tileAt(3) + 80, 366);
  back(tileAt(3) + 30, 366, warpAt(2) + 55, 328);
  picture.legend(left, 474, [["a", "passed on: one sum each"], ["b", "passed back: the exclusive prefix"]]);
  return picture;
}
