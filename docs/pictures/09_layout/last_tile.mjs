// The last tile: fewer records, on both sides.
import { Picture } from "../kit/svg.mjs";
import { fields, inRecords, kindOf, nameOf } from "./words.mjs";

const most = 6; // records per tile in the picture
const here = 3; // records in the last tile
const left = 30;
const cell = 30;
const high = 36;

export function draw() {
  const elements = here * fields;
  const picture = new Picture({
    height: 352,
    title: "The last tile",
    description:
      `The last tile: it has space for ${most} records, and only ${here} are left. On the side of the arrays the first ${here} threads have an element for each field, and the others have none. ` +
      `On the side of the records the first ${elements} elements exist, and the memory after them belongs to something else. The rest of the tile is not used.`,
  });
  const x = (place) => left + place * cell;
  const [arrays, tile, records] = [46, 150, 246];

  picture.text(left, 28, `side of the arrays: for each field, r < records, and records is ${here}`, { bold: true });
  const wide = most * cell - 10;
  for (let field = 0; field < fields; ++field)
    for (let record = 0; record < most; ++record) {
      const exists = record < here;
      const at = left + field * most * cell + 5 + (record * wide) / most;
      picture.box(at, arrays, wide / most, high, { of: exists ? kindOf(field) : "idle", label: exists ? `${nameOf(field)}${record}` : "", rounding: 2 });
    }

  picture.text(left, tile - 14, "the tile, in shared memory", { bold: true });
  picture.text(left, records - 14, `side of the records: i < records * fields, which is ${elements}`, { bold: true });
  for (let i = 0; i < most * fields; ++i) {
    const exists = i < elements;
    const { of, label } = inRecords(i);
    picture.box(x(i), tile, cell, high, { of: exists ? of : "empty", label: exists ? label : "", rounding: 2 });
    if (exists) picture.box(x(i), records, cell, high, { of, label, rounding: 2 });
  }
  picture.box(x(elements), records, (most * fields - elements) * cell, high, { of: "waste", rounding: 2 });
  picture.text(x((elements + most * fields) / 2), records + high / 2, "belongs to something else", { anchor: "middle", middle: true, halo: true });
  picture.legend(left, 332, [["idle", "threads without a record: nothing is read"], ["empty", "unused words of the tile"]]);
  return picture;
}
