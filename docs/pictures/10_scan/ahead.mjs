// A block's time with and without the next tile ahead: the copies while the block waits for other tiles' sums.

import { Picture } from "../kit/svg.mjs";

const [left, right, unit, high] = [120, 944, 13, 36];
const [copy, add, wait, write] = [14, 4, 9, 8]; // not measured: long enough to be told apart

export function draw() {
  const picture = new Picture({
    height: 410,
    title: "The next tile, copied ahead",
    description:
      "Two timelines of a block. Above, one tile after the other: it is copied to shared memory and added up, the block looks back and writes it; while the block looks back and writes, nothing is copied. " +
      "Below there are two buffers: as soon as one tile is added up, the next is copied into the other buffer, and copying continues during the wait.",
  });
  const x = (time) => Math.min(right, left + time * unit);
  const step = (y, from, to, of, label = "") => {
    const wide = x(to) - x(from);
    if (wide <= 0) return;
    picture.box(x(from), y, wide, high, { of, rounding: 1 });
    if (wide > label.length * 9) picture.text(x(from) + wide / 2, y + high / 2, label, { anchor: "middle", middle: true, halo: of === "idle" });
  };
  const rows = (y, name) => {
    picture.text(20, y - 18, name, { bold: true, size: 18 });
    picture.text(left - 14, y + high / 2, "copies", { anchor: "end", middle: true });
    picture.text(left - 14, y + 46 + high / 2, "the block", { anchor: "end", middle: true });
  };
  const kind = (tile) => (tile % 2 ? "b" : "a");
  /** Draws the work of the block on a tile that has arrived at `time`. Returns the time when it is written. */
  const work = (y, time, of) => {
    step(y, time, time + add, of, "add");
    step(y, time + add, time + add + wait, "idle", "look back");
    step(y, time + add + wait, time + add + wait + write, of, "write");
    return time + add + wait + write;
  };

  rows(48, "one buffer");
  for (let time = 0, tile = 0; x(time) < right; ++tile) {
    const arrived = time + copy;
    step(48, time, arrived, "a", `tile ${tile}`);
    step(94, time, arrived, "idle");
    time = work(94, arrived, "a");
    step(48, arrived, time, "plain", "nothing is copied");
  }

  rows(214, "two buffers: the next tile ahead");
  step(214, 0, copy, "a", "tile 0");
  step(260, 0, copy, "idle");
  let arrived = copy; // end of the last copy so far
  for (let time = copy, tile = 0; x(time) < right; ++tile) {
    // The other buffer is free: its tile was written before this one.
    step(214, arrived, time + add, "plain");
    arrived = time + add + copy;
    step(214, time + add, arrived, kind(tile + 1), `tile ${tile + 1}`);
    const written = work(260, time, kind(tile));
    step(260, written, arrived, "idle");
    time = Math.max(written, arrived);
  }
  picture.arrow(left, 324, right, 324).text(right, 348, "time", { anchor: "end", muted: true });
  picture.legend(left, 394, [["a", "tile in the first buffer"], ["b", "tile in the second buffer"], ["idle", "waits"]]);
  return picture;
}
