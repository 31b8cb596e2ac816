// The special-function unit and the scheduler over time: with too many instructions the unit waits, with few it never does.

import { Picture } from "../kit/svg.mjs";

const cycles = 32;
const root = 8; // cycles for which a warp's roots keep the unit busy
const left = 140;
const w = 25;
const high = 32;

// The instructions of a warp's interaction: with one point per thread, and with several points that share work.
const many = ["ld", "−", "−", "×+", "×+", "×+", "R", "+=", "…", "…", "…", "…"];
const few = ["−", "×+", "R", "+=", "…"];
const meanings = [["ld", "load"], ["−", "difference"], ["×+", "multiply-add"], ["+=", "add to the sum"], ["…", "loop, addresses"]];

export function draw() {
  const picture = new Picture({
    height: 436,
    title: "The scheduler and the special-function unit over 32 cycles",
    description:
      `Two timelines of one scheduler and its special-function unit. Above, an interaction takes ${many.length} instructions, so a root is issued every ${many.length} cycles, and the unit, busy for ` +
      `${root} cycles with each, is idle for ${many.length - root} cycles in between. Below, an interaction takes ${few.length} instructions: a root is issued every ${root} cycles, the unit is always busy, ` +
      `and the scheduler has ${root - few.length} empty slots in ${root}.`,
  });
  panel(picture, 22, many, `${many.length} instructions for a warp's interaction: the unit waits`);
  panel(picture, 206, few, `${few.length} instructions: the unit is always busy, and nothing can be faster than the roots`);
  const foot = 386;
  picture.legend(24, foot, [["b", "R: the root"], ["a", "other instructions"], ["idle", "idle"]]);
  meanings.forEach(([sign, words], i) => {
    picture.text(24 + i * 184, foot + 36, sign, { bold: true });
    picture.text(52 + i * 184, foot + 36, words, { muted: true });
  });
  picture.arrow(700, foot - 5, 940, foot - 5);
  picture.text(690, foot, "cycles", { anchor: "end", muted: true });
  return picture;
}

function panel(picture, y, instructions, words) {
  const period = Math.max(root, instructions.length);
  const issued = instructions.indexOf("R");
  picture.text(24, y + 10, words, { bold: true, size: 18 });
  picture.text(left - 14, y + 44, "scheduler", { anchor: "end", middle: true });
  picture.text(left - 14, y + 112, "unit", { anchor: "end", middle: true });
  for (let cycle = 0; cycle < cycles; ++cycle) {
    const label = instructions[cycle % period];
    const of = label === undefined ? "idle" : label === "R" ? "b" : "a";
    picture.box(left + cycle * w + 1, y + 28, w - 2, high, { of, label, rounding: 2 });
  }
  for (let start = issued - period; start < cycles; start += period) {
    const [from, to] = [start + 1, start + 1 + root];
    span(picture, y + 96, from, to, "b", "32 roots: 8 cycles");
    if (period > root) span(picture, y + 96, to, from + period, "idle");
    if (start >= 0) picture.arrow(left + (start + 0.5) * w, y + 28 + high, left + (start + 1) * w + 8, y + 94, { of: "b", thick: 2 });
  }
}

/** Draws cycles `from` to `to` of the unit, clipped to the picture. */
function span(picture, y, from, to, of, label) {
  const [first, last] = [Math.max(0, from), Math.min(cycles, to)];
  if (last <= first) return;
  const whole = last - first >= 6;
  picture.box(left + first * w + 1, y, (last - first) * w - 2, high, { of, label: whole ? label : undefined, rounding: 2 });
}
