// Flags, prefix sums and output indices of twelve values.

import { Picture } from "../kit/svg.mjs";
import { flagsOf, sum, exclusiveSums } from "./input.mjs";

const input = [0.3, 0.8, 0.1, 0.4, 0.9, 0.7, 0.2, 0.6, 0.5, 0.0, 0.3, 0.8];
const bound = 0.5;
const [left, wide, box, high] = [142, 67, 58, 38];

export function draw() {
  const flags = flagsOf(input, bound);
  const indices = exclusiveSums(flags);
  const kept = input.filter((_, i) => flags[i]);
  const chosen = 6;
  const picture = new Picture({
    height: 404,
    title: "Flags, sums and output indices",
    description:
      `${input.length} values, of which those below ${bound} are kept: ${kept.map((value) => value.toFixed(1)).join(", ")}. A flag is 1 for each kept value. The exclusive prefix sums of the flags are ${indices.join(", ")}; the sum of a kept element is its index in the result. ` +
      `Element ${chosen} has ${indices[chosen]} kept ones before it and goes to index ${indices[chosen]}. The sum of all flags is ${sum(flags)}, the number of kept values.`,
  });
  const x = (i) => left + i * wide;
  const middle = (i) => x(i) + box / 2;
  const label = (y, words, bold) => picture.text(left - 18, y + high / 2, words, { anchor: "end", middle: true, bold });
  picture.text(left - 18, 32, "element", { anchor: "end", muted: true });
  input.forEach((_, i) => picture.text(middle(i), 32, i, { anchor: "middle", muted: true }));
  label(44, "in", true);
  label(98, "flag");
  label(152, "prefix sum");
  input.forEach((value, i) => {
    const of = flags[i] ? "a" : "plain";
    picture.box(x(i), 44, box, high, { of, label: value.toFixed(1), bold: i === chosen });
    picture.box(x(i), 98, box, high, { of, label: flags[i], bold: i === chosen });
    picture.box(x(i), 152, box, high, { of: flags[i] ? "b" : "plain", label: indices[i], bold: i === chosen });
    if (flags[i]) picture.arrow(middle(i), 192, middle(indices[i]), 286, { of: i === chosen ? "strong" : "edge", thick: i === chosen ? 2.5 : 1.5 });
  });
  label(290, "out", true);
  kept.forEach((value, j) => picture.box(x(j), 290, box, high, { of: "a", label: value.toFixed(1), bold: j === indices[chosen] }));
  for (let j = kept.length; j < input.length; ++j) picture.box(x(j), 290, box, high, { of: "empty" });
  picture.text(left - 18, 350, "index", { anchor: "end", muted: true });
  input.forEach((_, j) => picture.text(middle(j), 350, j, { anchor: "middle", muted: true }));
  picture.text(x(input.length) - (wide - box), 256, `kept: ${sum(flags)}`, { anchor: "end", bold: true });
  picture.legend(left, 390, [["a", `below ${bound}: kept`], ["b", "its index in out"], ["plain", "not kept"], ["empty", "ignored"]]);
  return picture;
}
