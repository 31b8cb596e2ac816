// The buffer past the end of the array: zeros would be kept, infinity never is.

import { Picture } from "../kit/svg.mjs";
import { flagsOf, sum } from "./input.mjs";

const input = [0.7, 0.1, 0.6, 0.4, 0.9, 0.2, 0.8, 0.3, 0.5];
const bound = 0.5;
const padding = 5;
const [left, wide, box, high] = [44, 64, 56, 40];

export function draw() {
  const fillings = [
    { name: "zeros past the end", value: 0, label: "0" },
    { name: "infinity past the end", value: Infinity, label: "∞" },
  ].map((filling) => ({ ...filling, flags: flagsOf([...input, ...Array(padding).fill(filling.value)], bound) }));
  const right = sum(flagsOf(input, bound));
  const [zeros, infinity] = fillings.map(({ flags }) => sum(flags));
  if (infinity !== right || zeros === right) throw new Error("the picture says that only zeros are kept");
  const picture = new Picture({
    height: 300,
    title: "Past the end of the array",
    description:
      `The last tile has ${input.length} elements and space for ${padding} more. ${right} elements are below ${bound}. With zeros in the rest ${zeros} are counted, because 0 is below ${bound}, too. With infinity ${infinity} are counted: no bound is above infinity.`,
  });
  fillings.forEach(({ name, label, flags }, i) => {
    const y = 48 + i * 118;
    picture.text(left, y - 14, name, { bold: true, size: 18 });
    flags.forEach((flag, k) => {
      const inside = k < input.length;
      const x = left + k * wide;
      picture.box(x, y, box, high, { of: !flag ? (inside ? "plain" : "empty") : inside ? "a" : "waste" });
      picture.text(x + box / 2, y + high / 2, inside ? input[k].toFixed(1) : label, { anchor: "middle", middle: true, halo: !inside && flag === 1 });
    });
    const wrong = sum(flags) !== right;
    picture.text(left + flags.length * wide - (wide - box), y + high + 24, `counted: ${sum(flags)}${wrong ? `, should be ${right}` : ""}`, { anchor: "end", bold: true, of: wrong ? "waste" : "" });
  });
  picture.line(left + input.length * wide - 4, 30, left + input.length * wide - 4, 240, { of: "guide", thick: 2 });
  picture.legend(left, 286, [["a", `below ${bound}`], ["waste", "counted, but not an element"], ["plain", "not kept"], ["empty", "past the end, not kept"]]);
  return picture;
}
