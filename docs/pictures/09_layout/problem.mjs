// The two layouts: the same floats as records, and as arrays.
import { Picture } from "../kit/svg.mjs";
import { fields, inArrays, inRecords, nameOf } from "./words.mjs";

const count = 6;
const left = 30;
const cell = 30;
const high = 36;
const shown = { field: 2, record: 4 };

export function draw() {
  const picture = new Picture({
    height: 330,
    title: "Records and arrays",
    description:
      "Two rows of the same 30 floats. Above, six records: the five fields a to e of record 0, then those of record 1, and so on. Below, five arrays: " +
      "field a of all six records, then field b of all of them, and so on. Float c4 has index 22 as part of a record and index 16 as part of an array.",
  });
  const [records, arrays] = [92, 214];
  const x = (place) => left + place * cell;

  picture.text(left, 26, "records: element f of record r is at r * fields + f", { bold: true });
  for (let record = 0; record < count; ++record) picture.bracket(x(record * fields) + 3, x((record + 1) * fields) - 3, records - 12, `record ${record}`);
  picture.row(left, records, count * fields, cell, high, { of: (i) => inRecords(i).of, label: (i) => inRecords(i).label });

  const from = shown.record * fields + shown.field;
  const to = shown.field * count + shown.record;
  picture.arrow(x(from + 0.5), records + high + 4, x(to + 0.5), arrays - 4, { of: "strong", thick: 2 });
  picture.text(x((from + to) / 2 + 1.4), (records + high + arrays) / 2, "c4: from index 22 to index 16", { middle: true });

  picture.row(left, arrays, count * fields, cell, high, { of: (i) => inArrays(i, count).of, label: (i) => inArrays(i, count).label });
  for (let field = 0; field < fields; ++field)
    picture.bracket(x(field * count) + 3, x((field + 1) * count) - 3, arrays + high + 12, `field ${field}: ${nameOf(field)}`, { below: true });
  picture.text(left, arrays + high + 66, "arrays: it is at f * count + r", { bold: true });
  return picture;
}
