// The addresses at which a load of 16 bytes may begin: multiples of 16 only.

import { Picture } from "../kit/svg.mjs";

const cell = 17.5;
const left = 92;
const bytes = 48;

export function draw() {
  const picture = new Picture({
    height: 356,
    title: "Alignment",
    description:
      "48 bytes from an address that is a multiple of 16. Loads of one byte may begin at each of them, loads of four bytes at every " +
      "fourth, loads of sixteen bytes at 0, 16 and 32. A load of sixteen bytes at address 3 fails with the error misaligned address.",
  });
  const x = (byte) => left + byte * cell;
  picture.text(left - 16, 27, "address", { anchor: "end", muted: true });
  for (let byte = 0; byte <= bytes; byte += 4) {
    if (byte < bytes) picture.text(x(byte), 27, byte, { anchor: "middle", mono: true, muted: byte % 16 !== 0, bold: byte % 16 === 0 });
    picture.line(x(byte), 36, x(byte), 320, { of: byte % 16 === 0 ? "edge" : "grid" });
  }
  const loads = (y, size, name) => {
    picture.text(left - 16, y + 20, name, { anchor: "end", middle: true, bold: true });
    for (let byte = 0; byte < bytes; byte += size)
      picture.box(x(byte), y, size * cell, 40, { of: "a", label: size === 1 ? undefined : size === 4 ? "4" : "16 bytes" });
  };
  loads(50, 1, "1 byte");
  loads(110, 4, "4 bytes");
  loads(170, 16, "16 bytes");
  picture.text(left - 16, 262, "16 at 3", { anchor: "end", middle: true, bold: true, of: "waste" });
  picture.box(x(3), 242, 16 * cell, 40, { of: "waste" });
  picture.text(x(19) + 14, 262, "misaligned address", { middle: true, bold: true, of: "waste", halo: true });
  picture.text(left, 346, "Each load is between two boundaries of its own size, and never crosses one.", { muted: true });
  return picture;
}
