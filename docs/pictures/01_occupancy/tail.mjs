import { Picture } from "../kit/svg.mjs";

const rows = 4; // per thread
const height = 14; // of the matrix
const threads = 4; // per block
const cell = { wide: 44, high: 20 };
const left = 200;
const top = 40;

const x = (column) => left + column * cell.wide + Math.floor(column / threads) * 8;
const y = (row) => top + row * cell.high + Math.floor(row / rows) * 8;

export function draw() {
  const picture = new Picture({
    height: 436,
    title: "The last rows of a matrix",
    description:
      "A matrix of 8 columns and 14 rows, divided among blocks of 4 threads with 4 rows per thread. The first three rows of blocks have all of their rows. " +
      "In the last row of blocks each thread has two rows: its other two rows would be below the matrix.",
  });
  for (let row = 0; row < 16; ++row)
    for (let column = 0; column < 2 * threads; ++column) {
      const even = (Math.floor(row / rows) + Math.floor(column / threads)) % 2 === 0;
      picture.box(x(column), y(row), cell.wide - 2, cell.high - 2, { of: row >= height ? "empty" : even ? "a" : "b", rounding: 1 });
    }
  for (const bx of [0, 1]) picture.text((x(bx * threads) + x(bx * threads + 3) + cell.wide) / 2, 26, `blockIdx.x = ${bx}`, { anchor: "middle", mono: true });
  for (let by = 0; by < 4; ++by)
    picture.text(left - 16, y(by * rows) + 2 * cell.high - 2, `blockIdx.y = ${by}`, { anchor: "end", middle: true, mono: true });
  picture.box(x(5) - 2, y(4) - 2, cell.wide + 2, rows * cell.high + 2, { of: "stroke strong" });
  aside(picture, y(0), y(11), "rows 0 to 11:\neach thread of these blocks\nhas 4 rows");
  aside(picture, y(12), y(13), "rows 12 and 13:\neach thread of these blocks\nhas 2 rows");
  picture.legend(left, 420, [["stroke strong", "one thread"], ["empty", "below the matrix"]]);
  return picture;
}

/** Draws text to the right of the rows from `first` to `last`. */
function aside(picture, first, last, words) {
  const right = x(7) + cell.wide + 16;
  const foot = last + cell.high - 2;
  picture.path([[right - 6, first], [right, first], [right, foot], [right - 6, foot]]);
  picture.text(right + 14, (first + foot) / 2, words, { middle: true });
}
