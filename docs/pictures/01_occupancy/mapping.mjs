import { Picture } from "../kit/svg.mjs";
import { asked, firstLoad, memoryLine, moved } from "./lines.mjs";

export const records = {
  before: ["01", "labs/01_occupancy/baseline.cu"],
  after: ["01", "solutions/01_occupancy/ladder/1_coalesced.cu"],
};

const rows = 7;

export function draw({ recorded }) {
  const [before, after] = [firstLoad(recorded.before), firstLoad(recorded.after)];
  const pitch = before.lanes[1] - before.lanes[0];
  const picture = new Picture({
    height: 388,
    title: "A warp down a column, and a warp along a row",
    description:
      `Two maps of the upper left corner of the matrix: the first 128 bytes of each row. On the left the 32 threads of a warp access one column, each in a different row, and ` +
      `memory moves ${before.sectors} sectors for them. On the right they access neighbouring columns of row 0 and share ${after.sectors} sectors, every byte of which is used.`,
  });
  panel(picture, 20, before, pitch, "down a column", (row) => `thread ${row}`);
  panel(picture, 520, after, pitch, "along a row", (row) => (row === 0 ? "threads 0–31" : ""));
  picture.legend(20, 374, [["a", "requested by a thread"], ["waste", "moved, not used"], ["empty", "not moved by this load"]]);
  return picture;
}

function panel(picture, x, load, pitch, title, lanes) {
  const wide = 11;
  const left = x + 68;
  picture.text(left, 24, title, { bold: true, size: 18 });
  picture.text(left + 32 * wide, 24, "columns 0 to 31", { anchor: "end", muted: true });
  for (let row = 0; row < rows; ++row) {
    const y = 40 + row * 34;
    picture.text(left - 10, y + 13, lanes(row), { anchor: "end", middle: true });
    memoryLine(picture, load, row * pitch, left, y, wide, 26);
  }
  for (const at of [0, 8, 16]) picture.circle(left + 6, 40 + rows * 34 + at, 2, { of: "strong" });
  picture.text(left, 40 + rows * 34 + 42, `${load.sectors} sectors, ${moved(load)} bytes for ${asked(load)}`, { bold: true, size: 18 });
}
