// Parts of this lab's pictures of a recorded access: a warp's lanes, the memory below them, and a line from each lane to its
// address.

const lanes = 32;
export const left = 132;
export const cell = 25;
export const high = 28;

/** Returns the first access of kind `kind` by the first warp of the grid on a line with `text`, after skipping `after` of them. */
export function accessOn(record, text, kind, after = 0) {
  const numbers = new Set(record.lines.filter((line) => line.text.includes(text)).map((line) => line.line));
  const found = record.accesses.filter(
    (one) => numbers.has(one.line) && one.kind === kind && one.warp === 0 && one.block.every((at) => at === 0) && one.lanes.every((lane) => lane !== null),
  );
  if (found.length <= after) throw new Error(`${record.source}: the first warp has no whole ${kind} number ${after} on a line with "${text}"`);
  return found.sort((a, b) => a.order - b.order)[after];
}

/** Returns the number of different addresses of an access. */
export const addresses = (access) => new Set(access.lanes).size;

export function laneRow(picture, y, of = () => "") {
  picture.text(left - 14, y + high / 2, "lanes", { anchor: "end", middle: true });
  picture.row(left, y, lanes, cell, high, { gap: 2, of, label: (lane) => lane });
}

/** Draws memory with `bytes` per cell, to the scale at which a lane's cell is four bytes. `of` is called with the offset. */
export function memoryRow(picture, y, name, { bytes = 4, from = 0, of, label = () => undefined }) {
  const wide = (cell * bytes) / 4;
  picture.text(left - 14, y + high / 2, name, { anchor: "end", middle: true, mono: true });
  picture.row(left, y, (lanes * 4) / bytes, wide, high, { gap: 2, of: (i) => of(from + i * bytes), label: (i) => label(from + i * bytes) });
}

/** Draws a line from each lane to the middle of the bytes that it accesses. */
export function links(picture, access, fromY, toY, { from = 0, of, arrow = false } = {}) {
  access.lanes.forEach((offset, lane) => {
    const [a, b] = [left + (lane + 0.5) * cell, left + ((offset - from + access.bytes / 2) / 4) * cell];
    picture.line(a, fromY, b, toY, { of, thick: 1.5, arrow });
  });
}
