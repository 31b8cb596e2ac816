// Rows sorted into bins by their length, and a kernel with a suitable number of lanes per row for each bin.

import { Picture } from "../kit/svg.mjs";

const lengths = [3, 40, 0, 7, 1, 600, 2, 30000, 5, 64, 4, 12];
const bins = [
  { most: 32, kernel: "four lanes per row", of: "a" },
  { most: 1024, kernel: "a warp per row", of: "b" },
  { most: Infinity, kernel: "a block per row", of: "c" },
];
const [left, wide, top] = [110, 66, 56];
const narrow = 50; // width of a row number in a list

export function draw() {
  const binOf = (length) => bins.findIndex(({ most }) => length <= most);
  const lists = bins.map((_, bin) => lengths.flatMap((length, row) => (binOf(length) === bin ? [row] : [])));
  const picture = new Picture({
    height: 424,
    title: "Rows in bins by their length",
    description:
      `${lengths.length} rows with ${lengths.join(", ")} nonzeros. One compaction per bin builds ${bins.length} lists of row numbers: ` +
      lists.map((rows, bin) => `rows ${rows.join(", ")} for ${bins[bin].kernel}`).join("; ") +
      ". Each list has its own kernel.",
  });
  picture.text(left - 16, top - 12, "row", { anchor: "end", muted: true });
  picture.text(left - 16, top + 22, "length", { anchor: "end", middle: true });
  lengths.forEach((length, row) => {
    picture.text(left + row * wide + 29, top - 12, row, { anchor: "middle", muted: true });
    picture.box(left + row * wide, top, wide - 8, 42, { of: bins[binOf(length)].of, label: length });
  });
  picture.text(left, top + 78, "one compaction per list of row numbers", { muted: true });
  picture.arrow(left + 430, top + 54, left + 430, top + 112, { of: "edge", thick: 2 });
  lists.forEach((rows, bin) => {
    const { most, of, kernel } = bins[bin];
    const y = top + 124 + bin * 66;
    const low = bin === 0 ? 0 : bins[bin - 1].most + 1;
    picture.text(left + 86, y + 22, Number.isFinite(most) ? `${low} to ${most}` : `${low} or more`, { anchor: "end", middle: true });
    picture.row(left + 104, y, rows.length, narrow, 42, { of: () => of, label: (i) => rows[i], gap: 8 });
    picture.arrow(left + 104 + rows.length * narrow + 4, y + 21, 640, y + 21, { of: "edge", thick: 2 });
    picture.box(650, y, 270, 42, { of, label: `kernel ${bin}: ${kernel}`, bold: true });
  });
  picture.text(left, 384, "The rows of a bin have similar lengths, and the number of lanes suits them.");
  picture.text(left, 408, "The cost: lists to build and read, one launch per bin, and rows that are no longer adjacent.");
  return picture;
}
