// Sliced ELL: one thread per row, each slice as wide as its longest row. Sorting rows by length saves padding.

import { Picture } from "../kit/svg.mjs";
import { random } from "./matrix.mjs";

const slice = 4;
const count = 16;
const [cell, high, top] = [30, 21, 86];
const kinds = ["a", "b", "d", "c"];

/** Rows in their order, the width of each slice, and the number of stored elements. */
function slices(rows) {
  const widths = [];
  for (let first = 0; first < rows.length; first += slice) widths.push(Math.max(...rows.slice(first, first + slice).map(({ length }) => length)));
  return { rows, widths, places: slice * widths.reduce((sum, width) => sum + width, 0) };
}

export function draw() {
  const next = random(9);
  const rows = Array.from({ length: count }, (_, row) => ({ row, length: Math.round(11 * next() ** 2.2) + (row % 5 === 3 ? 0 : 1) }));
  const nonzeros = rows.reduce((sum, { length }) => sum + length, 0);
  const plain = slices(rows);
  const sorted = slices([...rows].sort((p, q) => q.length - p.length || p.row - q.row));
  const padding = ({ places }) => places - nonzeros;
  const picture = new Picture({
    height: 522,
    title: "The sliced format, with rows in their original order and sorted",
    description:
      `${count} rows with ${nonzeros} nonzeros in slices of ${slice}. Each slice has as many columns as its longest row has nonzeros; shorter rows are padded. With the rows in their original order ${padding(plain)} of ${plain.places} elements are padding, with rows sorted by length ${padding(sorted)} of ${sorted.places}.`,
  });
  panel(66, "rows in their original order", plain);
  panel(540, "rows sorted by length", sorted);
  picture.legend(66, 506, [["a", "nonzeros, one colour per slice"], ["waste", "padding: read without use"]]);
  return picture;

  function panel(x, name, { rows: order, widths, places }) {
    picture.text(x, 30, name, { bold: true, size: 18 });
    picture.text(x - 8, top - 14, "row", { anchor: "end", muted: true });
    order.forEach(({ row, length }, i) => {
      const group = Math.floor(i / slice);
      const y = top + i * high + group * 6;
      picture.text(x - 8, y + high / 2, row, { anchor: "end", middle: true, muted: true });
      picture.row(x, y, widths[group], cell, high - 2, { of: (k) => (k < length ? kinds[group] : "waste"), gap: 2 });
    });
    picture.text(x, top - 14, "a lane reads its row from left to right", { muted: true });
    picture.text(x, top + count * high + 44, `${places} elements for ${nonzeros} nonzeros`, { bold: true });
  }
}
