// The linear tile: words in the order of the records. One side accesses it element by element, the other field by field.
import { Picture } from "../kit/svg.mjs";
import { fields, inRecords, kindOf, nameOf } from "./words.mjs";

const count = 6; // records of the tile in the picture
const left = 30;
const cell = 30;
const high = 36;
const shown = 2; // the field whose path is drawn

export function draw() {
  const words = count * fields;
  const picture = new Picture({
    height: 438,
    title: "The tile and its two sides",
    description:
      `A row of ${words} words of shared memory: ${fields} fields of ${count} records, in the order of the records. Above it the same elements in global memory, in the same order: ` +
      `element i is in word i. Below it ${fields} arrays of ${count} elements each: for field c, the threads 0 to 5 have the words 2, 7, 12, 17, 22 and 27 of the tile.`,
  });
  const x = (place) => left + place * cell;
  const [records, tile, arrays] = [44, 158, 322];
  const strip = (y) => picture.row(left, y, words, cell, high, { of: (i) => inRecords(i).of, label: (i) => inRecords(i).label });

  picture.text(left, 26, "records in global memory", { bold: true });
  strip(records);
  for (let i = 0; i < words; ++i) picture.line(x(i + 0.5), records + high + 3, x(i + 0.5), records + high + 14);
  for (let i = 0; i < words; ++i) picture.line(x(i + 0.5), tile - 14, x(i + 0.5), tile - 3);
  picture.text(x(words / 2), (records + high + tile) / 2, "side of the records: element i of the memory is in word i of the tile", { anchor: "middle", middle: true });

  strip(tile);
  picture.text(left, tile + high + 30, "the tile, in\nshared memory", { bold: true });

  const wide = count * cell - 10;
  const step = wide / count;
  const start = (field) => left + field * count * cell + 5;
  for (let field = 0; field < fields; ++field) {
    for (let record = 0; record < count; ++record)
      picture.box(start(field) + record * step, arrays, step, high, { of: kindOf(field), label: `${nameOf(field)}${record}`, rounding: 2 });
    picture.bracket(start(field), start(field) + wide, arrays + high + 10, `f = ${field}`, { below: true });
  }
  for (let record = 0; record < count; ++record)
    picture.line(x(record * fields + shown + 0.5), tile + high + 3, start(shown) + (record + 0.5) * step, arrays - 3, { of: kindOf(shown), thick: 2 });
  picture.text(x(words), 262, "side of the arrays:\nfor each f, thread r has word\nr * fields + f of the tile", { anchor: "end" });
  picture.text(left, 426, "arrays in global memory", { bold: true });
  picture.text(x(words), 426, "the lines show f = 2", { anchor: "end", muted: true });
  return picture;
}
