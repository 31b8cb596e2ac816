import { Picture } from "../kit/svg.mjs";

const rows = 4;
const start = 172;
const latency = 152;
const use = 26;
const issue = 12;
const high = 22;
const step = 27;

export function draw() {
  const picture = new Picture({
    height: 382,
    title: "One load in flight, and four",
    description:
      "One thread with four rows, over time, in two ways; not to scale. Above, each load waits until the previous row is stored: one load is " +
      "in flight at a time, 128 bytes per warp. Below, all four loads are issued first and are in flight together, 512 bytes per warp, and the thread " +
      "ends in less than half of the time.",
  });
  const gap = latency + use;
  panel(picture, 20, "row by row", (i) => i * gap, (i) => i * gap + latency);
  panel(picture, 180, "all loads first", (i) => i * issue, (i) => latency + i * use);
  moment(picture, 20, "1 load in flight: 128 bytes per warp", 200);
  moment(picture, 180, "4 loads in flight: 512 bytes per warp", 300);
  picture.arrow(start, 334, 940, 334);
  picture.text(940, 326, "time", { anchor: "end", muted: true });
  picture.legend(start, 368, [["a", "the load is in flight"], ["c", "root and store"]]);
  return picture;
}

function panel(picture, y, name, from, used) {
  picture.text(20, y + 14, name, { bold: true, size: 18 });
  for (let i = 0; i < rows; ++i) {
    const top = y + 30 + i * step;
    picture.text(start - 16, top + high / 2, `row ${i}`, { anchor: "end", middle: true, muted: true });
    picture.box(start + from(i), top, used(i) - from(i), high, { of: "a" });
    picture.box(start + used(i), top, use, high, { of: "c" });
  }
}

/** Draws a moment, and the loads in flight at that moment. */
function moment(picture, y, words) {
  const x = start + 100;
  picture.line(x, y + 20, x, y + 30 + rows * step, { of: "strong", thick: 2 });
  picture.text(x + 10, y + 14, words, { size: 18 });
}
