// The same 32 copies in two layouts: the location of counter 7 of each copy.

import { Picture } from "../kit/svg.mjs";
import { bankNumbers, cell, left } from "./warps.mjs";

const counter = 7;

/** Draws a row of 32 words of shared memory. `copyOf` returns the copy whose counter 7 is in a bank, or undefined. */
function memory(picture, y, name, copyOf) {
  picture.text(left - 12, y + 13, name, { anchor: "end", middle: true, mono: true });
  for (let bank = 0; bank < 32; ++bank) {
    const copy = copyOf(bank);
    picture.box(left + bank * cell + 1, y, cell - 2, 26, { of: copy === undefined ? "plain" : copy.of, label: copy?.label, rounding: 2 });
  }
}

export function draw() {
  const picture = new Picture({
    height: 420,
    title: "The order of the copies decides the bank",
    description: "Rows of shared memory, 32 words each. With copy after copy, counter 7 of copies 0, 1, 2 and so on is always in bank 7, 256 words apart. With the copies interleaved, the 32 counters 7 fill one row: counter 7 of copy i is in bank i.",
  });
  bankNumbers(picture, 34);
  picture.text(left, 72, `copy after copy: counter ${counter} of copy i is word 256 i + ${counter}, always in bank ${counter}`, { bold: true });
  [0, 1, 2].forEach((copy, i) =>
    memory(picture, 88 + i * 34, 256 * copy, (bank) => (bank === counter ? { of: "waste", label: copy } : undefined)),
  );
  picture.text(left - 12, 202, "…", { anchor: "end" });
  memory(picture, 212, 256 * 31, (bank) => (bank === counter ? { of: "waste", label: 31 } : undefined));

  picture.text(left, 290, `interleaved: counter ${counter} of copy i is word 32 · ${counter} + i, in bank i`, { bold: true });
  memory(picture, 306, 32 * counter, (bank) => ({ of: "a", label: bank }));
  picture.text(left, 364, "A row is 32 words, with the index of its first word on the left. A number in a cell is the copy.", { muted: true });
  picture.text(left, 390, "32 lanes with the byte 7: 32 passes with the first order, one with the second.", {});
  return picture;
}
