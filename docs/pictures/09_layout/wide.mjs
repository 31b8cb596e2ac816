// Why a thread can access 16 bytes at once on the side of the records, and not on the side of the arrays.
import { Picture } from "../kit/svg.mjs";

const left = 30;
const cell = 24;
const high = 34;
const shown = 36; // elements of the tile
const padded = 32; // the word of padding

export function draw() {
  const picture = new Picture({
    height: 424,
    title: "Sixteen bytes at once",
    description:
      "Above, elements 0 to 35 in the tile in shared memory, with one word of padding after element 31. Four neighbours are one group: element 4 i to 4 i + 3; the padding cuts no group. " +
      "Below them the same elements as records in global memory, where each group of 16 bytes is written by one thread; the tile begins at a multiple of 16 bytes. " +
      "At the bottom two arrays of 1003 floats: the second begins at byte 4012, which is not a multiple of 16.",
  });
  const [tile, records, arrays] = [62, 186, 318];
  const x = (place) => left + place * cell;
  const kind = (i) => (Math.floor(i / 4) % 2 === 0 ? "a" : "b");

  picture.text(left, 26, "tile in shared memory: thread i takes four words, one by one", { bold: true });
  picture.text(x(padded + 0.5), 50, "padding", { anchor: "middle", muted: true });
  for (let i = 0; i < shown; ++i) {
    const place = i + Math.floor(i / 32);
    picture.box(x(place), tile, cell, high, { of: kind(i), label: i % 4 === 0 ? i : "", rounding: 2 });
  }
  picture.box(x(padded), tile, cell, high, { of: "idle", rounding: 2 });

  for (let group = 0; group < shown / 4; ++group) {
    const place = 4 * group + Math.floor(group / 8);
    const [above, below] = [x(place + 2), x(4 * group + 2)];
    picture.bracket(x(place) + 3, x(place + 4) - 3, tile + high + 10, "", { below: true });
    picture.line(above, tile + high + 10, below, records - 4, { of: "edge", arrow: true });
    picture.box(x(4 * group) + 1, records, 4 * cell - 2, high, { of: kind(4 * group), label: `thread ${group}`, rounding: 2 });
  }
  picture.text(left, records + high + 26, "records in global memory: one store of 16 bytes", { bold: true });
  picture.text(left, records + high + 50, "A tile has a multiple of 32 records: the next one begins at a multiple of 128 bytes, for any number of fields.");

  const wide = 400;
  picture.box(left, arrays, wide, high, { of: "c", label: "array of field 0: 1003 floats", rounding: 2 });
  picture.box(left + wide, arrays, wide, high, { of: "d", label: "array of field 1: 1003 floats", rounding: 2 });
  picture.line(left + wide, arrays - 8, left + wide, arrays + high + 8, { of: "strong", thick: 2.5 });
  picture.text(left, arrays + high + 26, "byte 0");
  picture.text(left + wide, arrays + high + 26, "byte 4012 = 250 * 16 + 12", { anchor: "middle", bold: true });
  picture.text(left, arrays + high + 52, "arrays in global memory: they are contiguous, so an array may begin at any float", { bold: true });
  return picture;
}
