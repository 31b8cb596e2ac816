// The work of a scheduler while a load is in flight: with one warp, and with six.
import { Picture } from "../kit/svg.mjs";

const left = 150;
const unit = 23;

// Units of time, not to scale: a real wait is far longer.
const work = 3;
const wait = 15;
const end = 34;

export function draw() {
  const picture = new Picture({
    height: 424,
    title: "One warp waits, six warps take turns",
    description:
      "Time runs to the right. Above, one warp: it issues a few instructions, waits long for its load, and issues again; the scheduler is idle in between. Below, six warps " +
      "that begin one after the other: whenever one waits, another has something to issue, and the scheduler is never idle.",
  });
  picture.text(24, 28, "one warp", { bold: true, size: 18 });
  warp(picture, 40, 0, "warp 0");
  scheduler(picture, 78, [0], "scheduler");
  picture.text(24, 158, "six warps", { bold: true, size: 18 });
  const starts = [0, 1, 2, 3, 4, 5].map((i) => i * work);
  starts.forEach((start, i) => warp(picture, 170 + i * 28, start, `warp ${i}`));
  scheduler(picture, 170 + 6 * 28 + 8, starts, "scheduler");
  picture.legend(left, 412, [["a", "issues instructions"], ["empty", "waits for a load"], ["idle", "nothing to issue"]]);
  return picture;
}

function warp(picture, y, start, name) {
  picture.text(left - 12, y + 11, name, { anchor: "end", middle: true });
  for (let at = start; at < end; at += work + wait) {
    const busy = Math.min(work, end - at);
    picture.box(left + at * unit, y, busy * unit, 22, { of: "a", rounding: 1 });
    const from = at + busy;
    const until = Math.min(at + work + wait, end);
    if (until > from) picture.box(left + from * unit, y + 5, (until - from) * unit, 12, { of: "empty", rounding: 1 });
  }
}

function scheduler(picture, y, starts, name) {
  picture.text(left - 12, y + 15, name, { anchor: "end", middle: true, bold: true });
  picture.box(left, y, end * unit, 30, { of: "idle", rounding: 1 });
  for (const start of starts)
    for (let at = start; at < end; at += work + wait)
      picture.box(left + at * unit, y, Math.min(work, end - at) * unit, 30, { of: "a", rounding: 1 });
}
