// A warp with rows of different lengths: one thread per row, and all lanes on one row after another.

import { Picture } from "../kit/svg.mjs";
import { random } from "./matrix.mjs";

const lanes = 32;
const cell = 12.4;
const [first, second, top] = [72, 544, 84];
const high = 248;

/** Row lengths as in the lab's first matrix: many short rows, one or two empty rows, and a long row. */
function lengths() {
  const next = random(11);
  return Array.from({ length: lanes }, (_, i) => (i === 19 ? 48 : Math.floor(2 * 7 * next() ** 1.4)));
}

export function draw() {
  const rows = lengths();
  const nonzeros = rows.reduce((sum, length) => sum + length);
  const longest = Math.max(...rows);
  const share = (steps) => Math.round((100 * nonzeros) / (steps * lanes));
  // All lanes on a row: one step per 32 nonzeros, and one step for an empty row, which is tested as well.
  const steps = rows.flatMap((length) => Array.from({ length: Math.max(1, Math.ceil(length / lanes)) }, (_, i) => Math.min(lanes, length - i * lanes)));
  const picture = new Picture({
    height: 446,
    title: "A warp and 32 rows of different lengths",
    description:
      `Two panels with the lanes of a warp from left to right and its steps from top to bottom, for the same ${lanes} rows with ${nonzeros} nonzeros together. With one thread per row the warp takes ${longest} steps, as many as the longest row has nonzeros, and ${share(longest)} % of the lanes' steps do work. ` +
      `With all lanes on a row, and one row after another, it takes ${steps.length} steps, and ${share(steps.length)} % do work, because most rows are shorter than the warp is wide.`,
  });
  panel(first, "one thread per row", longest, (lane) => rows[lane], `${longest} steps`, share(longest), "the longest row decides");
  panelOfSteps(second, "one warp per row", `${steps.length} steps`, share(steps.length), "a short row leaves lanes without work");
  picture.legend(first, 430, [["a", "a lane has a nonzero in this step"], ["waste", "it waits for the others"]]);
  return picture;

  function head(x, name, words, percent, why, count) {
    picture.text(x, 30, name, { bold: true, size: 18 });
    picture.text(x, top - 14, "lane 0", { muted: true });
    picture.text(x + lanes * cell, top - 14, "lane 31", { anchor: "end", muted: true });
    picture.text(x - 10, top + 12, "step 0", { anchor: "end", muted: true });
    picture.text(x - 10, top + high - 2, count - 1, { anchor: "end", muted: true });
    picture.text(x, top + high + 30, `${words}: ${percent} % of the lanes active`, { bold: true });
    picture.text(x, top + high + 54, why);
  }

  function panel(x, name, count, lengthOf, words, percent, why) {
    head(x, name, words, percent, why, count);
    picture.box(x, top, lanes * cell, high, { of: "waste", rounding: 0 });
    for (let lane = 0; lane < lanes; ++lane)
      if (lengthOf(lane)) picture.box(x + lane * cell, top, cell, (lengthOf(lane) / count) * high, { of: "a", rounding: 0 });
  }

  function panelOfSteps(x, name, words, percent, why) {
    head(x, name, words, percent, why, steps.length);
    picture.box(x, top, lanes * cell, high, { of: "waste", rounding: 0 });
    const step = high / steps.length;
    steps.forEach((length, i) => {
      if (length) picture.box(x, top + i * step, length * cell, step, { of: "a", rounding: 0 });
    });
  }
}
