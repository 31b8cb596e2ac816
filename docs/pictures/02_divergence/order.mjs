import { formulas } from "./formulas.mjs";
import { Picture } from "../kit/svg.mjs";

// The hand-out's eight values.
const values = ["56.2", "98.0", "11.6", "57.1", "140.2", "206.9", "33.3", "12.5"];
const left = 128;
const step = 100;
const wide = 88;
const high = 54;

export function draw() {
  const formula = values.map((value) => Math.trunc(Number(value)) % formulas.length);
  const before = (i) => values.filter((_, k) => formula[k] < formula[i] || (formula[k] === formula[i] && k < i)).length;
  const picture = new Picture({
    height: 400,
    title: "Eight values, ordered by their formulas",
    description:
      "Above, eight values in the order of memory, with the formulas 0, 2, 3, 1, 0, 2, 1, 0. A line leads from each to its place below, where the values are ordered by their formulas: 56.2, 140.2 and 12.5 of formula 0, 57.1 and 33.3 of formula 1, 98.0 and 206.9 of formula 2, and 11.6 of formula 3. Values of one formula keep their order.",
  });
  const box = (y, at, i) => picture.box(left + at * step, y, wide, high, { of: formulas[formula[i]].of, label: `${values[i]}\nformula ${formula[i]}` });
  const middle = (at) => left + at * step + wide / 2;
  picture.text(left - 14, 66, "input\norder", { anchor: "end", middle: true });
  picture.text(left - 14, 315, "ordered", { anchor: "end", middle: true });
  values.forEach((_, i) => {
    picture.arrow(middle(i), 40 + high, middle(before(i)), 286, { of: formulas[formula[i]].of, thick: 2 });
  });
  values.forEach((_, i) => {
    box(40, i, i);
    box(288, before(i), i);
    picture.text(middle(before(i)), 364, `place ${before(i)}`, { anchor: "middle", muted: true });
  });
  return picture;
}
