// A column of sums for each thread: where the lanes of the first warp add their first two values.

import { Picture } from "../kit/svg.mjs";
import { accessesOn, bankNumbers, cell, left } from "./accesses.mjs";

export const records = { columns: ["08", "solutions/08_kmeans/ladder/08_own_columns.cu"] };

const threads = 128;
const dims = 16;
const kinds = ["a", "c"];
const [top, high] = [60, 34];

export function draw({ recorded }) {
  const shown = accessesOn(recorded.columns, "own[c[q] * threads + threadIdx.x] += x[q]", "store").slice(0, kinds.length);
  const [sizes] = accessesOn(recorded.columns, "own[e] = 0", "store");
  const first = sizes.lanes[0]; // where own[0] lies
  const places = shown.map((access) => access.lanes.map((offset) => (offset - first) / 4));
  const centroids = [...new Set(places.flat().map((place) => Math.floor(place / threads)))].sort((a, b) => a - b);
  if (shown.some((access) => access.wavefronts !== 1)) throw new Error("an addition to the columns takes more than one pass");
  const picture = new Picture({
    height: top + (2 * centroids.length + 1) * high + 54,
    title: "A column of sums for each thread",
    description:
      `The 32 banks as columns, and as rows the sums of those centroids that the first two additions of the first warp go to. Each lane adds in the column of its own number: half a warp at one centroid, and half at another. Each addition takes one pass.`,
  });
  bankNumbers(picture, 34);
  let y = top;
  const gap = () => {
    picture.text(left - 12, y + high / 2, "…", { anchor: "end", middle: true, muted: true });
    y += high;
  };
  gap();
  for (const centroid of centroids) {
    picture.text(left - 12, y + high / 2, `c = ${centroid}`, { anchor: "end", middle: true });
    for (let bank = 0; bank < 32; ++bank) {
      const q = places.findIndex((all) => all[bank] === centroid * threads + bank);
      picture.box(left + bank * cell + 1, y + 1, cell - 2, high - 2, { of: q < 0 ? "plain" : kinds[q], label: q < 0 ? "" : bank % dims, rounding: 2 });
    }
    y += high;
    gap();
  }
  picture.legend(left, y + 26, [["a", "addition q = 0"], ["c", "addition q = 1"], ["plain", "not wanted now"]]);
  picture.text(944, y + 26, "in a cell: the lane's coordinate j", { anchor: "end" });
  return picture;
}
