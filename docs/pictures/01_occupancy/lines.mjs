// The bytes that one load of a warp fetches from memory: a line of 128 bytes has four sectors of 32, and only some are fetched.

const line = 128;
const sector = 32;

/** Returns the first recorded load of the first warp. */
export function firstLoad(recorded) {
  const found = recorded.accesses.find((access) => access.kind === "load" && access.space === "global" && access.warp === 0);
  if (!found) throw new Error(`${recorded.source} has no load of a first warp`);
  return found;
}

/** Bytes that a load requests, and bytes that memory moves for it. */
export const asked = (load) => load.bytes * load.lanes.filter((lane) => lane !== null).length;
export const moved = (load) => load.sectors * sector;

/** Draws a line of memory that begins at byte `from` of the buffer, each word `wide` units: the words that `load` uses, words that
 * are also moved, and words that are not moved. */
export function memoryLine(picture, load, from, x, y, wide, high) {
  const used = new Set(load.lanes.filter((byte) => byte !== null && byte >= from && byte < from + line).map((byte) => (byte - from) / 4));
  for (let first = 0; first < line / 4; first += sector / 4) {
    const words = Array.from({ length: sector / 4 }, (_, i) => first + i);
    const left = x + first * wide;
    const across = (sector / 4) * wide;
    if (!words.some((word) => used.has(word))) {
      picture.box(left + 1, y, across - 2, high, { of: "empty", rounding: 2 });
      continue;
    }
    const whole = words.every((word) => used.has(word));
    picture.box(left + 1, y, across - 2, high, { of: whole ? "a" : "waste", rounding: 2 });
    for (const word of words.filter((one) => used.has(one)))
      picture.box(x + word * wide + 1, y, wide - 2, high, { of: "a", rounding: 1 });
  }
}
