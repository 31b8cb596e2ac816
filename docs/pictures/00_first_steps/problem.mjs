// The problem: numbers in groups of 32, and each number minus the one before it.
import { Picture } from "../kit/svg.mjs";

const count = 75;
const group = 32;
const strip = { x: 30, y: 44, wide: 12, high: 30 };
const cell = { wide: 62, high: 42 };
const rows = { in: 178, out: 284 };

export function draw() {
  const picture = new Picture({
    height: 352,
    title: "The input and the output of differences",
    description:
      `Above, a strip of ${count} numbers in three groups: 32, 32 and 11. Below, two parts of it enlarged, with the result below each number. Numbers 0 to 4 are 3, 1, 4, 1, 5 and become ` +
      "3, -2, 3, -3, 4. At the boundary between two groups, number 32 is 6 and stays 6, because it is the first of its group.",
  });
  picture.text(strip.x, 26, `${count} numbers: two groups, and a shorter one`, { bold: true });
  for (let i = 0; i < count; ++i)
    picture.box(strip.x + i * strip.wide + (i % group === 0 ? 3 : 0), strip.y, strip.wide - 1 - (i % group === 0 ? 3 : 0), strip.high, { of: kindOf(i), rounding: 1 });
  for (let first = 0; first < count; first += group) {
    const across = Math.min(group, count - first);
    picture.text(strip.x + (first + across / 2) * strip.wide, strip.y + strip.high + 22, `group ${first / group}`, { anchor: "middle", muted: true });
  }
  picture.text(30, rows.in + cell.high / 2, "in", { middle: true, mono: true });
  picture.text(30, rows.out + cell.high / 2, "out", { middle: true, mono: true });
  piece(picture, 90, [0, 1, 2, 3, 4], [3, 1, 4, 1, 5]);
  piece(picture, 560, [30, 31, 32, 33, 34], [9, 2, 6, 5, 3]);
  return picture;
}

const kindOf = (i) => (Math.floor(i / group) % 2 ? "b" : "a");

const signed = (value) => String(value).replace("-", "−");

/** Draws numbers in a row, their results below them, and a slanted line from each number to the result of its right neighbour. */
function piece(picture, x, places, values) {
  const from = (k) => x + k * cell.wide + (places[k] >= group && places[0] < group ? 24 : 0);
  places.forEach((place, k) => {
    const middle = from(k) + cell.wide / 2 - 2;
    const first = place % group === 0;
    picture.text(middle, rows.in - 14, place, { anchor: "middle", muted: true });
    picture.box(from(k), rows.in, cell.wide - 4, cell.high, { of: kindOf(place), label: values[k], size: 20 });
    const known = first || k > 0;
    picture.box(from(k), rows.out, cell.wide - 4, cell.high, { of: known ? kindOf(place) : "empty", label: known ? signed(values[k] - (first ? 0 : values[k - 1])) : "…", size: 20, bold: true });
    if (known) picture.arrow(middle, rows.in + cell.high + 2, middle, rows.out - 2);
    if (!first && k > 0) {
      picture.arrow(middle - cell.wide + 8, rows.in + cell.high + 2, middle - 10, rows.out - 2, { of: "guide" });
      picture.text(middle - 30, rows.in + cell.high + 38, "−", { anchor: "middle", bold: true, size: 20, halo: true });
    }
    if (first) picture.text(middle, rows.out + cell.high + 22, "stays as it is", { anchor: "middle", muted: true });
  });
}
