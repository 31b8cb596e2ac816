// Three ways from fma to a byte: three conversions, two with clamping before, and two of which the second saturates.

import { format } from "d3-format";
import { Picture } from "../kit/svg.mjs";
import { counted } from "./recorded.mjs";

export const records = {
  three: ["03", "solutions/03_vectorize/ladder/5_sixteen_bytes.cu"],
  two: ["03", "solutions/03_vectorize/ladder/6_round_once.cu"],
  saturating: ["03", "solutions/03_vectorize/ladder/14_saturating.cu"],
};

const left = 16;
const wide = 138;
const gap = 18;

const ways = [
  { record: "three", steps: [["to float", "d"], ["fma", "a"], ["rintf", "d"], ["clamp at 0\nand 255", "a"], ["to byte", "d"]] },
  { record: "two", steps: [["to float", "d"], ["fma", "a"], ["clamp at 0\nand 255", "a"], ["round and\nconvert", "d"]] },
  { record: "saturating", steps: [["to float", "d"], ["fma", "a"], ["round, convert,\nclamp at 0", "d"], ["clamp\nat 255", "a"]] },
];

export function draw({ recorded }) {
  const each = (record) => counted(recorded[record], "instructions_per_item");
  const picture = new Picture({
    height: 366,
    title: "Three conversions, two, and two with less clamping",
    description:
      "Three chains of steps, each from a byte to a byte. to float, fma, rintf, clamp, to byte: three conversions. to float, fma, clamp, " +
      "round and convert: two. to float, fma, a conversion that rounds and converts negative values to 0, clamp at 255: two. They take " +
      `${ways.map(({ record }) => format(".3f")(each(record))).join(", ")} warp instructions per byte.`,
  });
  picture.text(940, 26, "warp instructions", { anchor: "end", muted: true });
  picture.text(940, 46, "per byte", { anchor: "end", muted: true });
  picture.legend(left, 30, [["d", "a conversion"], ["a", "another instruction"]]);
  ways.forEach(({ record, steps }, k) => {
    const y = 68 + k * 100;
    steps.forEach(([words, of], i) => {
      const x = left + i * (wide + gap);
      if (i > 0) picture.arrow(x - gap + 1, y + 34, x - 1, y + 34);
      picture.box(x, y, wide, 68, { of, label: words, bold: of === "d" });
    });
    picture.line(left + steps.length * (wide + gap), y + 34, 850, y + 34, { of: "guide" });
    picture.text(940, y + 34, format(".3f")(each(record)), { anchor: "end", middle: true, bold: true, size: 24 });
  });
  return picture;
}
