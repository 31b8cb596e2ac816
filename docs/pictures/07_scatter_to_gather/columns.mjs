// The points of a thread, and why they are 32 columns apart: the sectors that one store of a warp touches.

import { Picture } from "../kit/svg.mjs";
import { accessOn } from "./lanes.mjs";

export const records = { four: ["07", "solutions/07_scatter_to_gather/ladder/6_points_in_a_row.cu"] };

const left = 150;
const w = 6.15; // width of a column, and of a float in memory
const high = 17;
const shown = { lane: 5, warp: 2 };

export function draw({ recorded }) {
  const { block } = recorded.four.launches[0];
  const stores = [0, 1, 2, 3].map((after) => accessOn(recorded.four, "args.potential[row", "store", after));
  const apart = (stores[1].lanes[0] - stores[0].lanes[0]) / 4;
  const columns = apart * stores.length;
  const sectors = (columns * 4) / 32;
  const picture = new Picture({
    height: 426,
    title: "The points of a block, and the sectors that a store of a warp touches",
    description:
      `A block of ${block[1]} rows of ${columns} points, one row per warp. A thread has ${stores.length} points of a row, ${apart} columns apart. So a store of a warp writes 32 neighbours, ` +
      `${stores[0].sectors} sectors, every byte of them. If a thread's points were adjacent, a store would write every fourth point and touch ${sectors} sectors.`,
  });
  stores.forEach((store, j) => picture.bracket(left + j * apart * w + 3, left + (j + 1) * apart * w - 3, 36, `point ${j}: columns ${store.lanes[0] / 4}–${store.lanes[31] / 4}`));
  for (let warp = 0; warp < block[1]; ++warp) {
    const y = 52 + warp * (high + 3);
    picture.text(left - 14, y + high / 2, `warp ${warp}`, { anchor: "end", middle: true, bold: warp === shown.warp });
    for (let j = 0; j < stores.length; ++j) {
      picture.box(left + j * apart * w + 2, y, apart * w - 4, high, { of: "c", rounding: 2 });
      if (warp === shown.warp) picture.box(left + (j * apart + shown.lane) * w, y, w, high, { of: "strong", rounding: 0 });
    }
  }
  const marked = left + (shown.lane + 0.5) * w;
  picture.arrow(marked, 242, marked, 52 + (shown.warp + 1) * (high + 3), { of: "strong", thick: 2 });
  picture.text(marked - 4, 262, `the four points of one thread: lane ${shown.lane} of warp ${shown.warp}`, { bold: true });

  strip(picture, 284, "32 apart", sectors, (float) => stores[0].lanes.includes(float * 4), `the warp's first store: ${stores[0].sectors} sectors, every byte written`);
  strip(picture, 354, "adjacent", sectors, (float) => float % stores.length === 0, `the warp's first store would touch ${sectors} sectors`);
  return picture;
}

/** Draws the memory of one row of the block by sectors: those that a store touches, and the floats that it writes. */
function strip(picture, y, name, sectors, writes, says) {
  picture.text(left - 14, y + 12, name, { anchor: "end", middle: true, bold: true });
  for (let sector = 0; sector < sectors; ++sector) {
    const floats = Array.from({ length: 8 }, (_, i) => sector * 8 + i);
    const written = floats.filter(writes);
    const of = written.length === 8 ? "c" : written.length === 0 ? "empty" : "waste";
    picture.box(left + sector * 8 * w + 1, y, 8 * w - 2, 24, { of, rounding: 2 });
    if (of === "waste") for (const float of written) picture.box(left + float * w + 1, y, w, 24, { of: "c", rounding: 0 });
  }
  picture.text(left, y + 46, says, { muted: true });
}
