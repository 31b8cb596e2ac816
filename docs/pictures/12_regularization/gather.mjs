// The lines of x that a warp requests: columns in their original order, and sorted within a share of the nonzeros.

import { Picture } from "../kit/svg.mjs";
import { random } from "./matrix.mjs";

const columns = 2 ** 21;
const line = 32; // floats
const share = 109060; // nonzeros: the graded matrix in 264 equal parts
const lanes = 32;
const [left, right] = [40, 920];

const linesOf = (warp) => new Set(warp.map((column) => Math.floor(column / line))).size;

/** Lines that a warp requests, on average over all warps of a share. */
function mean(all) {
  let sum = 0;
  for (let i = 0; i + lanes <= all.length; i += lanes) sum += linesOf(all.slice(i, i + lanes));
  return sum / Math.floor(all.length / lanes);
}

export function draw() {
  const next = random(3);
  const asTheyCome = Array.from({ length: share }, () => Math.floor(next() * columns));
  const sorted = [...asTheyCome].sort((p, q) => p - q);
  const [meanBefore, meanSorted] = [mean(asTheyCome), mean(sorted)];
  // A warp with an average number of lines.
  let from = Math.floor(share / 2 / lanes) * lanes;
  while (linesOf(sorted.slice(from, from + lanes)) !== Math.round(meanSorted)) from += lanes;
  const [above, below] = [asTheyCome.slice(0, lanes), sorted.slice(from, from + lanes)];
  const firstLine = Math.floor(below[0] / line);
  const span = Math.floor(below.at(-1) / line) - firstLine + 1;
  const words = (value) => value.toFixed(1);
  const picture = new Picture({
    height: 466,
    title: "The lines of x that a warp requests",
    description:
      `A vector x of ${columns} floats is ${columns / line} lines of 128 bytes. Above, the 32 lanes of a warp have columns in their original order, and request ${linesOf(above)} lines all over x. ` +
      `Below, the ${share} nonzeros of a share are sorted by column: the columns span ${span} neighbouring lines, and because some lanes share a line they request ${linesOf(below)}. On average over the share's warps it is ${words(meanBefore)} lines and ${words(meanSorted)}.`,
  });
  const lane = (i) => left + ((i + 0.5) * (right - left)) / lanes;
  const lanesRow = (y) => picture.row(left, y, lanes, (right - left) / lanes, 24, { of: () => "a", gap: 3 });

  picture.text(left, 30, "columns in their original order", { bold: true, size: 18 });
  picture.text(right, 30, `${linesOf(above)} lines, on average ${words(meanBefore)}`, { anchor: "end", bold: true });
  picture.text(left, 58, "32 lanes", { muted: true });
  lanesRow(66);
  picture.box(left, 160, right - left, 26, { of: "plain", rounding: 0 });
  above.forEach((column, i) => {
    const x = left + (column / columns) * (right - left);
    picture.line(lane(i), 92, x, 158, { of: "edge", thick: 1 });
    picture.line(x, 160, x, 186, { of: "b", thick: 2.5 });
  });
  picture.text(left, 208, `all ${(columns / line).toLocaleString("en").replaceAll(",", " ")} lines of x`, { muted: true });

  picture.text(left, 262, `sorted by column within a share of ${share.toLocaleString("en").replaceAll(",", " ")} nonzeros`, { bold: true, size: 18 });
  picture.text(right, 262, `${linesOf(below)} lines, on average ${words(meanSorted)}`, { anchor: "end", bold: true });
  lanesRow(282);
  const wide = (right - left) / span;
  const asked = Array(span).fill(0);
  for (const column of below) ++asked[Math.floor(column / line) - firstLine];
  below.forEach((column, i) => picture.line(lane(i), 308, left + (column / line - firstLine) * wide, 374, { of: "edge", thick: 1 }));
  picture.row(left, 376, span, wide, 26, { of: (k) => (asked[k] ? "b" : "plain"), label: (k) => (asked[k] > 1 ? asked[k] : ""), gap: 2 });
  picture.text(left, 424, `${span} adjacent lines of x; a number is how many lanes share the line`, { muted: true });
  picture.legend(left, 452, [["a", "a lane's nonzero"], ["b", "a requested line: one request from L1 to L2"], ["plain", "not requested"]]);
  return picture;
}
