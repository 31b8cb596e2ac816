// Where the first four lanes of a warp write with one instruction: with groups that alternate, as it was recorded, and with
// eight columns side by side a thread.

import { Picture } from "../kit/svg.mjs";

export const records = { alternating: ["05", "solutions/05_register_tiling/student.cu"] };

const left = 32;
const byte = 7; // units a byte
const lanes = 4;

/** Byte offsets of the first lanes in C, with the first store of warp 0. */
function firstStore({ accesses }) {
  const stores = accesses.filter((one) => one.buffer === "C" && one.kind === "store" && one.warp === 0 && one.execution === 1 && one.block.every((b) => b === 0));
  return stores.sort((one, other) => one.order - other.order)[0].lanes.slice(0, lanes);
}

function drawStore(picture, offsets, { y, title }) {
  const sectors = [...new Set(offsets.map((offset) => Math.floor(offset / 32)))];
  picture.text(left, y, title, { bold: true, size: 18 });
  for (let sector = 0; sector < 4; ++sector) {
    const half = offsets.filter((offset) => Math.floor(offset / 32) === sector).length === 1;
    picture.box(left + sector * 32 * byte, y + 16, 32 * byte - 6, 60, { of: half ? "waste" : "empty", rounding: 1 });
  }
  offsets.forEach((offset, lane) =>
    picture.box(left + offset * byte + 3, y + 21, 16 * byte - 12, 50, { of: "c", label: `lane ${lane}`, rounding: 1 }),
  );
  picture.text(left, y + 104, `${sectors.length} sectors for ${offsets.length * 16} bytes`);
}

export function draw({ recorded }) {
  const picture = new Picture({
    height: 360,
    title: "Four lanes write to a row of C, with two ways to share the columns",
    description:
      "Two rows of four sectors of 32 bytes. With groups that alternate, lanes 0 to 3 fill the first two sectors. With eight columns " +
      "side by side a thread, each of the four lanes fills half a sector; the other half waits for the next instruction.",
  });
  drawStore(picture, firstStore(recorded.alternating), { y: 34, title: "groups alternate" });
  drawStore(picture, Array.from({ length: lanes }, (_, lane) => lane * 8 * 4), { y: 184, title: "eight columns side by side a thread" });
  picture.legend(left, 336, [["c", "16 bytes of a lane"], ["waste", "written by the next instruction"], ["empty", "sector of 32 bytes"]]);
  return picture;
}
