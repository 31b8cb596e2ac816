// The steps of one byte through `adjusted`, and the unit of an SM that executes each step.

import { format } from "d3-format";
import { Picture } from "../kit/svg.mjs";
import { counted, instructionsOf } from "./recorded.mjs";

export const records = { three: ["03", "solutions/03_vectorize/ladder/5_sixteen_bytes.cu"] };

const left = 16;
const wide = 116;
const gap = 19;
const digits = format(".1f");

const steps = [
  { words: "extract it\nfrom a word", value: "103" },
  { words: "to float", value: "103.0", conversion: "half of them" },
  { words: "fma", value: "144.5" },
  { words: "rintf", value: "144.0", conversion: "all" },
  { words: "clamp", value: "144.0" },
  { words: "to byte", value: "144", conversion: "all" },
  { words: "insert it\ninto a word", value: "144" },
];

const lines = [
  { words: "byte = static_cast<std::uint8_t>(word", from: 0, to: 0 },
  { words: "value = fmaf(gain, byte, offset)", from: 1, to: 2 },
  { words: "rintf(value)", from: 3, to: 5 },
  { words: "result |= std::uint32_t{adjusted(byte", from: 6, to: 6 },
];

export function draw({ recorded }) {
  const bytes = counted(recorded.three, "instructions") / counted(recorded.three, "instructions_per_item");
  const all = 32 * counted(recorded.three, "instructions_per_item");
  const picture = new Picture({
    height: 366,
    title: "The seven steps of a byte",
    description:
      "The byte 103 with gain 1.5 and offset -10, step by step: extracted from its word, to float 103.0, fma 144.5, rintf 144.0, clamp " +
      "144.0, to byte 144, inserted into its word. To float, rintf and to byte are conversions; they use the special-function " +
      `unit two and a half times per byte. The simulator counts ${digits(all)} instructions per byte in all.`,
  });
  const x = (i) => left + i * (wide + gap);
  const y = 62;
  const high = 66;
  picture.text(left, 26, "103 in, with gain 1.5 and offset -10");
  picture.text(944, 26, "below each step: the value after it", { anchor: "end", muted: true });
  steps.forEach(({ words, value, conversion }, i) => {
    if (i > 0) picture.arrow(x(i) - gap + 1, y + high / 2, x(i) - 1, y + high / 2);
    picture.box(x(i), y, wide, high, { of: conversion ? "d" : "a", label: words, bold: Boolean(conversion) });
    picture.text(x(i) + wide / 2, y + high + 26, value, { anchor: "middle", mono: true });
    if (!conversion) return;
    picture.arrow(x(i) + wide / 2, y + high + 40, x(i) + wide / 2, 196, { of: "d" });
    picture.text(x(i) + wide / 2 + 10, 186, conversion, { of: "d" });
  });
  picture.box(x(1), 198, x(5) + wide - x(1), 40, { of: "d", label: "special-function unit: 16 threads per cycle, 2½ uses per byte", bold: true });

  for (const { words, from, to } of lines) {
    picture.bracket(x(from), x(to) + wide, 272, "", { below: true });
    picture.text((x(from) + x(to) + wide) / 2, 296, digits(instructionsOf(recorded.three, words, bytes)), { anchor: "middle", bold: true });
  }
  picture.text(left, 334, "Instructions per byte, counted by the simulator per line.");
  picture.text(left, 356, `With addresses, loads and stores: ${digits(all)}.`, { bold: true });
  return picture;
}
