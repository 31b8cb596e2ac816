// Prefix sums of eight values: inclusive and exclusive.

import { Picture } from "../kit/svg.mjs";

const values = [3, 1, 4, 1, 5, 9, 2, 6];
const [left, wide, high] = [190, 92, 42];

export function draw() {
  const picture = new Picture({
    height: 372,
    title: "The prefix sums of eight values",
    description:
      "Eight values: 3, 1, 4, 1, 5, 9, 2, 6. Below them their inclusive prefix sums: 3, 4, 8, 9, 14, 23, 25, 31. Element 5 is 23, the sum of the six values up to its own. " +
      "A third array has the exclusive sums: 0, 3, 4, 8, 9, 14, 23, 25, the same sums shifted by one index.",
  });
  const x = (i) => left + i * wide;
  const chosen = 5;
  const inclusive = values.map((_, i) => values.slice(0, i + 1).reduce((sum, value) => sum + value));
  const exclusive = inclusive.map((sum, i) => sum - values[i]);
  const row = (y, name, numbers, of) => {
    picture.text(left - 24, y + high / 2, name, { anchor: "end", middle: true, bold: true });
    numbers.forEach((number, i) => picture.box(x(i), y, 72, high, { of: of(i), label: number, bold: i === chosen }));
  };
  picture.text(left - 24, 34, "element", { anchor: "end", muted: true });
  values.forEach((_, i) => picture.text(x(i) + 36, 34, i, { anchor: "middle", muted: true }));
  row(52, "in", values, (i) => (i <= chosen ? "a" : "plain"));
  picture.path([[x(0), 104], [x(0), 114], [x(chosen) + 72, 114], [x(chosen) + 72, 104]], { of: "a", thick: 2 });
  picture.arrow(x(chosen) + 36, 114, x(chosen) + 36, 160, { of: "a", thick: 2 });
  picture.text(x(chosen) + 22, 144, "3 + 1 + 4 + 1 + 5 + 9", { anchor: "end" });
  row(164, "out, inclusive", inclusive, (i) => (i === chosen ? "a" : "plain"));
  for (let i = 0; i + 1 < values.length; ++i) picture.arrow(x(i) + 48, 210, x(i + 1) + 24, 268, { of: "edge" });
  row(272, "exclusive", exclusive, (i) => (i === chosen ? "b" : "plain"));
  picture.text(x(0), 352, "inclusive: with its own value", { of: "a", bold: true });
  picture.text(x(0) + 280, 352, "exclusive: without its own value", { of: "b", bold: true });
  return picture;
}
