// A block that waits for the counts of other tiles puts its kept elements into the buffer, before or after the wait.

import { Picture } from "../kit/svg.mjs";

const [left, unit, high] = [120, 30, 36];
// Not measured: long enough to be told apart.
const [count, put, write] = [5, 5, 6];
const published = 13; // time when the counts of all preceding tiles are published
const copy = 10; // of the next tile

export function draw() {
  const x = (time) => left + time * unit;
  const after = published + put + write;
  const before = Math.max(published, count + put) + write;
  const picture = new Picture({
    height: 400,
    title: "Work that a block can do while it waits",
    description:
      "Two timelines of a block at one tile. In both it counts, publishes the tile's count, starts to copy the next tile, and must wait until the counts of the preceding tiles are published. Above it waits first, then puts its kept elements into the buffer, then writes. " +
      `Below it puts them into the buffer while it would wait, and can write at once when the counts are published: it ends ${after - before} units of time earlier.`,
  });
  const step = (y, from, to, of, label) => {
    picture.box(x(from), y, x(to) - x(from), high, { of, rounding: 1 });
    picture.text((x(from) + x(to)) / 2, y + high / 2, label, { anchor: "middle", middle: true, halo: of === "idle" });
  };
  panel(30, "order after the wait", [[count, published, "idle", "wait"], [published, published + put, "a", "put in order"], [published + put, after, "b", "write"]]);
  panel(200, "order before the wait", [[count, count + put, "a", "put in order"], [count + put, published, "idle", "wait"], [published, before, "b", "write"]]);
  picture.line(x(published), 44, x(published), 318, { of: "guide", thick: 2 });
  picture.text(x(published) + 8, 180, "counts of all preceding tiles are published", { muted: true, halo: true });
  picture.line(x(before), 256, x(before), 330, { of: "edge" }).line(x(after), 86, x(after), 330, { of: "edge" });
  picture.arrow(x(after), 326, x(before), 326, { of: "c", thick: 2 });
  picture.text((x(before) + x(after)) / 2, 350, "earlier", { anchor: "middle", of: "c", bold: true });
  picture.legend(left, 386, [["c", "copies the next tile"], ["a", "works in shared memory"], ["b", "writes"], ["idle", "waits"]]);
  return picture;

  function panel(y, name, steps) {
    picture.text(20, y, name, { bold: true, size: 18 });
    picture.text(left - 14, y + 14 + high / 2, "copies", { anchor: "end", middle: true });
    step(y + 14, count, count + copy, "c", "the next tile");
    picture.text(left - 14, y + 60 + high / 2, "the block", { anchor: "end", middle: true });
    step(y + 60, 0, count, "a", "count");
    picture.path([[x(count), y + 114], [x(count), y + 100]], { of: "strong", thick: 2, arrow: true });
    picture.text(x(count) + 8, y + 118, "publishes", { muted: true });
    for (const [from, to, of, label] of steps) step(y + 60, from, to, of, label);
  }
}
