// Rows put into bins by their length, and a kernel with a fitting number of lanes a row for each bin.

import { Picture } from "../kit/svg.mjs";

const lengths = [3, 40, 0, 7, 1, 600, 2, 30000, 5, 64, 4, 12];
const bins = [
  { most: 32, kernel: "four lanes a row", of: "a" },
  { most: 1024, kernel: "a warp a row", of: "b" },
  { most: Infinity, kernel: "a block a row", of: "c" },
];
const [left, wide, top] = [110, 66, 56];
const narrow = 50; // a row number in a list

export function draw() {
  const binOf = (length) => bins.findIndex(({ most }) => length <= most);
  const lists = bins.map((_, bin) => lengths.flatMap((length, row) => (binOf(length) === bin ? [row] : [])));
  const picture = new Picture({
    height: 424,
    title: "Rows in bins by their length",
    description:
      `${lengths.length} rows with ${lengths.join(", ")} nonzeros. A compaction makes a list of row numbers for each of ${bins.length} bins: ` +
      lists.map((rows, bin) => `rows ${rows.join(", ")} for ${bins[bin].kernel}`).join("; ") +
      ". Each list gets a kernel of its own.",
  });
  picture.text(left - 16, top - 12, "row", { anchor: "end", muted: true });
  picture.text(left - 16, top + 22, "length", { anchor: "end", middle: true });
  lengths.forEach((length, row) => {
    picture.text(left + row * wide + 29, top - 12, row, { anchor: "middle", muted: true });
    picture.box(left + row * wide, top, wide - 8, 42, { of: bins[binOf(length)].of, label: length });
  });
  picture.text(left, top + 78, "three lists of row numbers: a compaction for each", { muted: true });
  picture.arrow(left + 430, top + 54, left + 430, top + 112, { of: "edge", thick: 2 });
  lists.forEach((rows, bin) => {
    const { most, of, kernel } = bins[bin];
    const y = top + 124 + bin * 66;
    const low = bin === 0 ? 0 : bins[bin - 1].most + 1;
    picture.text(left + 86, y + 22, Number.isFinite(most) ? `${low} to ${most}` : `${low} and more`, { anchor: "end", middle: true });
    picture.row(left + 104, y, rows.length, narrow, 42, { of: () => of, label: (i) => rows[i], gap: 8 });
    picture.arrow(left + 104 + rows.length * narrow + 4, y + 21, 640, y + 21, { of: "edge", thick: 2 });
    picture.box(650, y, 270, 42, { of, label: `kernel ${bin}: ${kernel}`, bold: true });
  });
  picture.text(left, 384, "Within a bin rows differ little, and each has lanes that fit.");
  picture.text(left, 408, "The price: lists to be made and read, a launch for each bin, and rows that are neighbours no more.");
  return picture;
}
