// Two images with different offsets from a boundary: no byte of the image is on a boundary in both.

import { Picture } from "../kit/svg.mjs";

const cell = 26;
const left = 92;
const shown = 32;

export function draw({ results }) {
  const { in_at: from, out_at: to } = results.case("03", "1 GiB and 5 bytes, in and out 7 bytes apart").size;
  const picture = new Picture({
    height: 318,
    title: "Images with different offsets from a boundary",
    description:
      `Byte by byte, the address modulo 16 of the first ${shown} bytes of in and out. in begins ${from} bytes past a boundary, out ${to}. ` +
      `in reaches a boundary after ${16 - from} bytes, and out after ${16 - to} bytes; where one image is on a boundary, the other never is.`,
  });
  const strip = (y, name, at) => {
    picture.text(left - 14, y + 21, name, { anchor: "end", middle: true, mono: true, bold: true });
    picture.row(left, y, shown, cell, 42, { of: (i) => ((at + i) % 16 === 0 ? "c" : "a"), label: (i) => (at + i) % 16, mono: true });
  };
  const boundaries = (at) => Array.from({ length: shown }, (_, i) => i).filter((i) => (at + i) % 16 === 0);
  picture.text(left, 24, "address % 16", { muted: true });
  strip(76, "in", from);
  strip(178, "out", to);
  for (const i of boundaries(from)) picture.box(left + i * cell - 1.5, 58, 3, 70, { of: "strong", rounding: 0 });
  for (const i of boundaries(to)) picture.box(left + i * cell - 1.5, 160, 3, 70, { of: "strong", rounding: 0 });
  boundaries(from).forEach((i) => picture.text(left + i * cell + 8, 66, `byte ${i}`));
  boundaries(to).forEach((i) => picture.text(left + i * cell + 8, 168, `byte ${i}`));
  picture.text(left, 268, `The difference is ${from - to} at every byte. A head moves both images and does not change it:`);
  picture.text(left, 294, "no vector of in is a vector of out.", { bold: true });
  return picture;
}
