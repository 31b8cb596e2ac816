// The groups of 4 x 4 outputs in a tile of 128 x 128, each with the index of its thread.

import { Picture } from "../kit/svg.mjs";

const [w, h] = [64, 34];
const left = 116;
const top = 56;

/** Returns the thread of the group at this row and column of groups: warps of 8 by 4 threads, four of them in a row. */
function threadAt(down, across) {
  const [y, x] = [down % 16, across % 16];
  const warp = Math.floor(y / 8) * 4 + Math.floor(x / 4);
  return warp * 32 + (y % 8) * 4 + (x % 4);
}

export function draw() {
  const picture = new Picture({
    height: 446,
    title: "Which thread has which group of 4 by 4 outputs",
    description:
      "A part of the tile of 128 by 128, divided into groups of 4 by 4 outputs with the numbers of their threads. Threads 0 to 31, a " +
      "warp, are arranged 8 by 4: rows 0 to 31, columns 0 to 15. Next to them, from column 16 on, is warp 1 with threads 32 to 63. At column " +
      "64 and at row 64 the numbers begin again: thread 0 has the groups at rows 0 and 64 and at columns 0 and 64.",
  });
  const columns = [0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19];
  const rows = [0, 1, 2, 3, 4, 5, 6, 7, 16];
  const x = (n) => left + n * w + (n > 7 ? 40 : 0);
  const y = (n) => top + n * h + (n > 7 ? 34 : 0);
  columns.forEach((across, n) => picture.text(x(n) + 4, top - 12, across * 4, { muted: true }));
  picture.text(left - 14, top - 12, "column", { anchor: "end", muted: true });
  rows.forEach((down, m) => {
    picture.text(left - 14, y(m) + h / 2, m === 0 ? "row 0" : down * 4, { anchor: "end", middle: true, muted: true });
    columns.forEach((across, n) => {
      const thread = threadAt(down, across);
      picture.box(x(n), y(m), w, h, { of: thread === 0 ? "strong" : thread < 32 ? "c" : "", label: thread === 0 ? "" : thread, rounding: 1 });
      if (thread === 0) picture.box(x(n) + 14, y(m) + 5, w - 28, h - 10, { of: "c", label: 0, bold: true });
    });
  });
  picture.text(x(7) + w + 20, y(3) + h, "…", { anchor: "middle", size: 22 });
  picture.text(x(3) + w, y(7) + h + 22, "…", { anchor: "middle", size: 22 });
  const foot = y(8) + h + 32;
  picture.legend(left, foot, [["c", "warp 0: 8 by 4 threads"], ["", "warp 1"], ["strong", "the four groups of thread 0"]], { step: 230 });
  return picture;
}
