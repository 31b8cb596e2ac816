// How a warp transposes 32 points: a lane writes its point to a column of the tile, and reads along a row.

import { Picture } from "../kit/svg.mjs";
import { accessesOn } from "./accesses.mjs";

export const records = { columns: ["08", "solutions/08_kmeans/ladder/08_own_columns.cu"] };

const [rows, pitch] = [16, 33];
const size = 12.4;
const kinds = new Map([[5, "a"], [21, "b"]]);

export function draw({ recorded }) {
  const writes = accessesOn(recorded.columns, "tile[j][lane] =", "store").slice(0, rows);
  const reads = accessesOn(recorded.columns, "x[q] = tile[lane % dims]", "load").slice(0, rows);
  const begin = writes[0].lanes[0];
  for (const access of [...writes, ...reads]) if (access.wavefronts !== 1) throw new Error("an access to the tile takes more than one pass");
  const picture = new Picture({
    height: 372,
    title: "A warp transposes 32 points",
    description:
      "The same tile of shared memory, twice: 16 rows for the coordinates, 32 columns for the points, and one unused column. " +
      "Left, lane 5 writes its point into column 5, and lane 21 into column 21. Right, lane 5 reads the left half of row 5, and lane 21 the right half of the same row.",
  });
  const grid = (x, name, accesses, marks) => {
    const y = 84;
    picture.text(x, 32, name, { bold: true });
    picture.text(x, 70, "point of lane 0");
    picture.text(x + 32 * size, 70, "31", { anchor: "end" });
    for (let row = 0; row < rows; ++row)
      for (let column = 0; column < pitch; ++column) {
        const offset = begin + (row * pitch + column) * 4;
        const lane = [...kinds.keys()].find((one) => accesses.some((access) => access.lanes[one] === offset));
        picture.box(x + column * size, y + row * size, size, size, { of: lane !== undefined ? kinds.get(lane) : column === pitch - 1 ? "idle" : "plain", rounding: 0 });
      }
    for (const row of [0, 15]) picture.text(x - 8, y + (row + 0.5) * size, row, { anchor: "end", middle: true });
    marks(x, y);
  };
  grid(40, "1. write: a lane has one point", writes, (x, y) => {
    for (const [lane, kind] of kinds) picture.text(x + (lane + 0.5) * size, y + rows * size + 24, `lane ${lane}`, { anchor: "middle", of: kind, bold: true });
  });
  grid(536, "2. read: a lane has one coordinate", reads, (x, y) => {
    for (const [lane, kind] of kinds) picture.text(x + (lane < 16 ? 8 : 24) * size, y + rows * size + 24, `lane ${lane}`, { anchor: "middle", of: kind, bold: true });
  });
  picture.text(28, 84 + (rows / 2) * size, "coordinate j", { anchor: "middle", turned: -90 });
  picture.arrow(468, 180, 512, 180, { of: "strong", thick: 2 });
  picture.text(490, 162, "wait", { anchor: "middle" });
  picture.text(40, 346, "Rows of 33 floats: each write and each read of the warp takes one pass over the banks, as counted.");
  return picture;
}
