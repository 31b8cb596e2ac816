// Three assignments of sixteen bytes to each thread, and the sectors that one load of the first warp touches in each.

import { Picture } from "../kit/svg.mjs";
import { firstLoads } from "./recorded.mjs";

export const records = {
  row: ["03", "solutions/03_vectorize/ladder/1_bytes_in_a_row.cu"],
  apart: ["03", "solutions/03_vectorize/ladder/2_bytes_in_flight.cu"],
  vector: ["03", "solutions/03_vectorize/ladder/5_sixteen_bytes.cu"],
};

const left = 32;
const unit = 7;
const shown = 128;

/** Draws a strip of memory: sectors that the load touches are hatched, and the bytes that its lanes requested are on top. */
function strip(picture, y, load, heading, result) {
  const x = (byte) => left + byte * unit;
  picture.text(left, y, heading, { bold: true });
  picture.text(left + shown * unit, y, result, { anchor: "end" });
  const touched = (sector) => load.lanes.some((lane) => lane < (sector + 1) * 32 && lane + load.bytes > sector * 32);
  for (let i = 0; i < shown / 32; ++i) picture.box(x(32 * i), y + 12, 32 * unit, 42, { of: touched(i) ? "waste" : "empty", rounding: 1 });
  load.lanes.forEach((from, lane) => {
    if (from + load.bytes > shown) return;
    picture.box(x(from), y + 12, load.bytes * unit, 42, { of: "a", rounding: 0, label: load.bytes > 1 ? `lane ${lane}` : undefined });
    if (load.bytes === 1 && load.lanes[1] - load.lanes[0] > 4) picture.text(x(from + 0.5), y + 72, lane, { anchor: "middle", mono: true });
  });
  if (load.bytes === 1 && load.lanes[1] - load.lanes[0] === 1)
    picture.text(x(load.from + 16), y + 72, "lanes 0 to 31", { anchor: "middle" });
}

export function draw({ recorded }) {
  const [row, apart, vector] = ["row", "apart", "vector"].map((name) => firstLoads(recorded[name])[0]);
  const used = (load) => `${load.sectors} sectors, ${load.bytes * 32} of ${load.sectors * 32} bytes used`;
  const picture = new Picture({
    height: 366,
    title: "Three assignments of sixteen bytes to each thread",
    description:
      `The first four sectors of memory, three times, with the bytes that one load of the first warp requests. Consecutive bytes: ` +
      `lanes are 16 bytes apart, ${used(row)}. Bytes a block apart: lanes are adjacent, ${used(apart)}. One vector: each ` +
      `lane has 16 bytes without a gap, ${used(vector)}.`,
  });
  strip(picture, 24, row, "consecutive bytes: 16 loads", `this load: ${used(row)}`);
  strip(picture, 140, apart, "bytes a block apart: 16 loads", `this load: ${used(apart)}`);
  strip(picture, 256, vector, "one vector: 1 load", `this load: ${used(vector)}`);
  picture.legend(left, 350, [["a", "requested by this load"], ["waste", "moved with its sector"], ["empty", "not touched"]]);
  picture.text(left + shown * unit, 350, "the first four sectors", { anchor: "end", muted: true });
  return picture;
}
