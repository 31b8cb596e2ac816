// The lane that reads each byte of an array that begins 13 bytes past a boundary: head, vectors and tail, as rung 3 reads them.

import { Picture } from "../kit/svg.mjs";
import { accessOn } from "./warps.mjs";

export const records = { wide: ["06", "solutions/06_privatization_histogram/ladder/3_sixteen_bytes.cu"] };

const group = 16; // bytes per vector

export function draw({ recorded }) {
  const vectors = accessOn(recorded.wide, "= vectors[v]", 0, "load");
  const singles = recorded.wide.accesses.find((one) => one.buffer === "in" && one.bytes === 1 && one.warp === 0);
  const count = vectors.buffer_bytes;
  const start = vectors.misaligned % group; // offset of the array from a boundary of 16
  const lanes = singles.lanes.filter((offset) => offset !== null);
  const head = lanes.filter((offset) => offset < vectors.lanes[0]);
  const tail = lanes.filter((offset) => offset > vectors.lanes[0]);
  const picture = new Picture({
    height: 360,
    title: "Head, vectors and tail of an array",
    description: `The array begins ${start} bytes past a boundary of ${group} bytes. Its first ${head.length} bytes are the head, read one by one; then come vectors of ${group} bytes, the first for lane 0, the next for lane 1; the last ${tail.length} bytes are the tail, read one by one again.`,
  });
  const w = 14;
  const from = 40;
  const y = 150;
  const high = 48;

  // Three vectors from the boundary before the array on, and the end of the array after a gap.
  const placeOf = (address) => from + address * w;
  const boundary = (x, words) => {
    picture.line(x, y - 34, x, y + high + 20, { of: "strong", thick: 2 });
    picture.text(x, y - 44, words, { anchor: "middle", mono: true });
  };
  for (let address = 0; address < start; ++address) picture.box(placeOf(address), y, w, high, { of: "idle", rounding: 0 });
  for (const offset of head) picture.box(placeOf(start + offset), y, w, high, { of: "b", rounding: 0 });
  [0, 1].forEach((lane) => picture.box(placeOf(start + vectors.lanes[lane]), y, group * w, high, { of: lane ? "c" : "a", label: `vector ${lane}: lane ${lane}`, rounding: 0 }));
  [0, 16, 32, 48].forEach((address) => boundary(placeOf(address), address));
  const gap = placeOf(48);
  picture.text(gap + 30, y + high / 2, "…", { anchor: "middle", middle: true, size: 24 });
  const last = gap + 60;
  const lastVector = tail[0] - group;
  if ((lastVector + start) % group !== 0) throw new Error("the tail must begin after a whole vector");
  picture.box(last, y, 5 * w, high, { of: "a", rounding: 0 });
  tail.forEach((offset, i) => picture.box(last + (5 + i) * w, y, w, high, { of: "b", rounding: 0 }));
  for (let i = tail.length; i < 7; ++i) picture.box(last + (5 + i) * w, y, w, high, { of: "idle", rounding: 0 });
  picture.line(last + 5 * w, y - 34, last + 5 * w, y + high + 20, { of: "strong", thick: 2 });
  picture.text(last + 5 * w, y - 44, "16 · n", { anchor: "middle", mono: true });
  picture.text(from, 44, "address, counted from a multiple of 16", { muted: true });

  const below = y + high + 36;
  picture.arrow(placeOf(start + 1.5), below + 18, placeOf(start + 1.5), y + high + 4, { of: "b", thick: 2 });
  picture.text(placeOf(start + 1.5), below + 40, `head: ${head.length} bytes,\nlanes 0 to ${head.length - 1}, one each`, { anchor: "middle" });
  picture.arrow(last + 6 * w, below + 18, last + 6 * w, y + high + 4, { of: "b", thick: 2 });
  picture.text(last + 6 * w, below + 40, `tail: ${tail.length} bytes,\nlanes ${head.length} and ${head.length + 1}`, { anchor: "middle" });
  picture.text(placeOf(32), below + 40, "a vector begins at a multiple of 16", { anchor: "middle" });
  picture.legend(from, 340, [["idle", "not in the array: not to be read"], ["b", "single bytes"]]);
  if (count !== tail.at(-1) + 1) throw new Error("the tail must end with the array");
  return picture;
}
