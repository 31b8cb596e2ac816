// A sparse matrix times a vector, and the three arrays that store the matrix.

import { Picture } from "../kit/svg.mjs";
import { begins, nonzeros, product, rows, width, x } from "./matrix.mjs";

const cell = 36;
const [left, top] = [110, 92]; // of the matrix
const wide = 46; // width of an array element
const chosen = 2;

export function draw() {
  const picture = new Picture({
    height: 566,
    title: "A sparse matrix in CSR format",
    description:
      `A matrix of ${rows.length} rows and ${width} columns with ${nonzeros.length} nonzeros, a vector x above it and the product y next to it. Below are the arrays that store it: row_offsets has ${rows.length + 1} elements, column_indices and values have ${nonzeros.length} each. ` +
      `Row ${chosen} has the nonzeros ${begins[chosen]} to ${begins[chosen + 1] - 1}, unordered by column. Row 1 has none: it begins where row 2 begins.`,
  });
  const at = (column) => left + column * cell;
  picture.text(left - 16, 45, "x", { anchor: "end", middle: true, bold: true });
  picture.row(left, 28, width, cell, 34, { of: () => "b", label: (i) => x[i], gap: 3 });
  rows.forEach((row, r) => {
    const y = top + r * cell;
    picture.text(left - 16, y + cell / 2, `row ${r}`, { anchor: "end", middle: true, muted: r !== chosen, bold: r === chosen });
    picture.row(left, y, width, cell, cell - 3, { of: () => "empty", gap: 3 });
    for (const [column, value] of row) picture.box(at(column) + 1.5, y, cell - 3, cell - 3, { of: r === chosen ? "a" : "plain", label: value, rounding: 2 });
    picture.box(left + width * cell + 40, y, 56, cell - 3, { of: r === chosen ? "c" : "plain", label: product[r], bold: r === chosen });
  });
  picture.text(left + width * cell + 68, 45, "y", { anchor: "middle", middle: true, bold: true });
  const words = rows[chosen].map(([column, value]) => `${value} · x[${column}]`);
  picture.text(540, top + 50, `y[${chosen}]  =  ${words.slice(0, 3).join("  +  ")}`, { size: 18 });
  picture.text(582, top + 80, `+  ${words.slice(3).join("  +  ")}`, { size: 18 });
  picture.text(582, top + 112, `=  ${product[chosen]}`, { size: 18, bold: true });

  const arrays = 204;
  picture.text(arrays - 16, 355, "index", { anchor: "end", middle: true, muted: true });
  nonzeros.forEach((_, i) => picture.text(arrays + i * wide + 20, 360, i, { anchor: "middle", muted: true }));
  array(374, "row_offsets", begins, (i) => (i === chosen || i === chosen + 1 ? "d" : "plain"));
  array(440, "column_indices", nonzeros.map(({ column }) => column), ofRow);
  array(484, "values", nonzeros.map(({ value }) => value), ofRow);
  for (const row of [chosen, chosen + 1]) picture.arrow(arrays + row * wide + 20, 410, arrays + begins[row] * wide + 2, 438, { of: "d", thick: 2 });
  picture.bracket(arrays + begins[chosen] * wide, arrays + begins[chosen + 1] * wide - 6, 530, `row ${chosen}: from row_offsets[${chosen}] to row_offsets[${chosen + 1}] - 1`, { below: true });
  return picture;

  function ofRow(i) {
    return nonzeros[i].row === chosen ? "a" : "plain";
  }

  function array(y, name, elements, of) {
    picture.text(arrays - 16, y + 18, name, { anchor: "end", middle: true, mono: true });
    picture.row(arrays, y, elements.length, wide, 36, { of, label: (i) => elements[i], gap: 6 });
  }
}
