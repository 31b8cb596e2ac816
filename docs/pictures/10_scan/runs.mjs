// The runs of eight threads in shared memory, by the banks of their pieces: an even and an odd number of pieces.

import { Picture } from "../kit/svg.mjs";

const groups = 8; // of four banks each: a piece of 16 bytes fills one
const [wide, high, top] = [54, 34, 92];

export function draw() {
  const picture = new Picture({
    height: 446,
    title: "Runs in shared memory: an odd number of pieces",
    description:
      "Shared memory as rows of 32 banks, in eight groups of four; a number says of which lane's run a piece of 16 bytes is. With runs of 8 pieces the first pieces of all eight lanes are in banks 0 to 3: eight passes. " +
      "With runs of 7 pieces they are in eight different groups: one pass for eight lanes.",
  });
  panel(14, 8, "32 elements a run: 8 pieces", "all want banks 0 to 3, one after the other");
  panel(514, 7, "28 elements a run: 7 pieces", "each has four banks of its own");
  picture.legend(14, 430, [["b", "first piece of a lane's run"], ["waste", "the same, but it waits"], ["plain", "the other pieces"]]);
  return picture;

  function panel(x, pieces, name, words) {
    picture.text(x, 30, name, { bold: true, size: 18 });
    picture.text(x, top - 12, "bank 0", { muted: true });
    picture.text(x + groups * wide, top - 12, "bank 31", { anchor: "end", muted: true });
    const taken = Array(groups).fill(0);
    for (let piece = 0; piece < 8 * pieces; ++piece) {
      const [lane, group] = [Math.floor(piece / pieces), piece % groups];
      const isFirst = piece % pieces === 0;
      const waits = isFirst && taken[group] > 0;
      if (isFirst) ++taken[group];
      const [left, y] = [x + group * wide, top + Math.floor(piece / groups) * high];
      picture.box(left, y, wide - 2, high - 2, { of: waits ? "waste" : isFirst ? "b" : "plain", label: waits ? "" : lane, rounding: 2, bold: isFirst });
      if (waits) picture.text(left + wide / 2 - 1, y + high / 2 - 1, lane, { anchor: "middle", middle: true, bold: true, halo: true });
    }
    picture.text(x, top + 8 * high + 26, words);
  }
}
