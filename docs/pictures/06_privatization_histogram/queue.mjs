// Contention in a warp: atomics on the same counter are serialized, with one queue per counter.

import { Picture } from "../kit/svg.mjs";
import { accessOn } from "./warps.mjs";

export const records = { baseline: ["06", "labs/06_privatization_histogram/baseline.cu"] };

const rowsShown = 7;

export function draw({ recorded }) {
  const access = accessOn(recorded.baseline, "atomicAdd(&args.bins", 0);
  const queues = new Map();
  access.lanes.forEach((offset, lane) => queues.set(offset / 4, [...(queues.get(offset / 4) ?? []), lane]));
  const rows = [...queues].map(([counter, lanes]) => ({ counter, lanes })).sort((a, b) => b.lanes.length - a.lanes.length || a.counter - b.counter);
  const longest = rows[0].lanes.length;
  const shown = rows.slice(0, rowsShown);
  const others = rows.slice(rowsShown);
  const picture = new Picture({
    height: 440,
    title: "Lanes wait for their turn at a counter",
    description: `The 32 lanes of the first warp, by the counter that each adds to. At counter ${rows[0].counter} ${longest} lanes form a queue, and the last of them has waited ${longest - 1} turns. With 32 equal bytes the whole warp is one queue of 32 turns.`,
  });

  const from = 128;
  const w = 25;
  const step = 34;
  const top = 62;
  picture.text(from - 14, top - 18, "turn", { anchor: "end", muted: true });
  for (let turn = 0; turn < longest; ++turn)
    picture.text(from + (turn + 0.5) * w, top - 18, turn + 1, { anchor: "middle", muted: true });

  const line = (y, lanes) =>
    lanes.forEach((lane, turn) => picture.box(from + turn * w + 1, y, w - 2, 28, { of: turn === 0 ? "a" : "waste", label: lane, rounding: 2 }));
  shown.forEach(({ counter, lanes }, i) => {
    picture.text(from - 14, top + i * step + 14, `bins[${counter}]`, { anchor: "end", middle: true, mono: true });
    line(top + i * step, lanes);
  });
  const foot = top + rowsShown * step;
  const rest = others.reduce((sum, { lanes }) => sum + lanes.length, 0);
  picture.text(from, foot + 18, `and ${others.length} more counters, for ${rest} lanes`, { muted: true });

  const right = from + longest * w + 40;
  picture.box(right, top + 30, w, 28, { of: "a", label: 4, rounding: 2 });
  picture.text(right + 40, top + 44, "lane 4 adds at once", { middle: true });
  picture.box(right, top + 72, w, 28, { of: "waste", label: 4, rounding: 2 });
  picture.text(right + 40, top + 86, "lane 4 has waited until this turn", { middle: true });
  picture.text(right, top + 146, `This warp is done after ${longest} turns,\nif no other warp is in the queue.`, { bold: true });

  const equal = foot + 62;
  picture.line(from - 100, equal - 26, 940, equal - 26, { of: "grid" });
  picture.text(from, equal, "If the 32 bytes are equal: one queue of 32 turns", { bold: true });
  picture.text(from - 14, equal + 28, "one counter", { anchor: "end", middle: true });
  line(equal + 14, Array.from({ length: 32 }, (_, lane) => lane));
  return picture;
}
