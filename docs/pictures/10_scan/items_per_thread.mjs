// The items of eight threads in shared memory, by the banks of their vectors: an even and an odd number of vectors.

import { Picture } from "../kit/svg.mjs";

const groups = 8; // of four banks each: a vector of 16 bytes fills one
const [wide, high, top] = [54, 34, 92];

export function draw() {
  const picture = new Picture({
    height: 446,
    title: "Items in shared memory: an odd number of vectors per thread",
    description:
      "Shared memory as rows of 32 banks, in eight groups of four; each vector of 16 bytes has the number of its lane. With 8 vectors per thread the first vectors of all eight lanes are in banks 0 to 3: eight passes. " +
      "With 7 vectors per thread they are in eight different groups: one pass for eight lanes.",
  });
  panel(14, 8, "32 items per thread: 8 vectors", "all access banks 0 to 3, one after the other");
  panel(514, 7, "28 items per thread: 7 vectors", "each accesses its own four banks");
  picture.legend(14, 430, [["b", "first vector of a lane"], ["waste", "the same, but it waits"], ["plain", "the other vectors"]]);
  return picture;

  function panel(x, vectors, name, words) {
    picture.text(x, 30, name, { bold: true, size: 18 });
    picture.text(x, top - 12, "bank 0", { muted: true });
    picture.text(x + groups * wide, top - 12, "bank 31", { anchor: "end", muted: true });
    const taken = Array(groups).fill(0);
    for (let vector = 0; vector < 8 * vectors; ++vector) {
      const [lane, group] = [Math.floor(vector / vectors), vector % groups];
      const isFirst = vector % vectors === 0;
      const waits = isFirst && taken[group] > 0;
      if (isFirst) ++taken[group];
      const [left, y] = [x + group * wide, top + Math.floor(vector / groups) * high];
      picture.box(left, y, wide - 2, high - 2, { of: waits ? "waste" : isFirst ? "b" : "plain", label: waits ? "" : lane, rounding: 2, bold: isFirst });
      if (waits) picture.text(left + wide / 2 - 1, y + high / 2 - 1, lane, { anchor: "middle", middle: true, bold: true, halo: true });
    }
    picture.text(x, top + 8 * high + 26, words);
  }
}
