// The banks of a warp's additions to its block's sums: by atomics to one set of sums, and by each lane to a private column.

import { Picture } from "../kit/svg.mjs";
import { accessesOn } from "./accesses.mjs";

export const records = {
  atomics: ["08", "solutions/08_kmeans/ladder/07_private_sums.cu"],
  columns: ["08", "solutions/08_kmeans/ladder/08_own_columns.cu"],
};

const threads = 128;
const dims = 16;
const kinds = ["a", "c"];
const [left, cell, low, high] = [92, 26.5, 9, 28];

/** Returns the number of lanes per bank in an addition by atomics. */
function turnsOf(record) {
  const [access] = accessesOn(record, "atomicAdd(&own[c * args.dimensions + j]", "atomic");
  const turns = Array.from({ length: 32 }, () => 0);
  for (const offset of access.lanes) ++turns[(offset / 4) % 32];
  const longest = Math.max(...turns);
  if (longest !== access.wavefronts) throw new Error(`${longest} lanes in one bank, and the simulator counted ${access.wavefronts} passes`);
  return { turns, longest };
}

/** Returns for each of the first two additions to the columns the index of the sum that each lane adds to. */
function placesOf(record) {
  const shown = accessesOn(record, "own[c[q] * threads + threadIdx.x] += x[q]", "store").slice(0, kinds.length);
  const [cleared] = accessesOn(record, "own[e] = 0", "store");
  if (shown.some((access) => access.wavefronts !== 1)) throw new Error("an addition to the columns takes more than one pass");
  return shown.map((access) => access.lanes.map((offset) => (offset - cleared.lanes[0]) / 4));
}

export function draw({ recorded }) {
  const { turns, longest } = turnsOf(recorded.atomics);
  const places = placesOf(recorded.columns);
  const centroids = [...new Set(places.flat().map((place) => Math.floor(place / threads)))].sort((a, b) => a - b);
  const used = turns.map((count, bank) => [bank, count]).filter(([, count]) => count > 0);
  const top = 68;
  const below = top + longest * low + 50;
  const foot = below + centroids.length * (high + 4) + 30;
  const picture = new Picture({
    height: foot + 14,
    title: "The banks of a warp's additions: sums of a block, and columns of sums",
    description:
      `The 32 banks as columns, twice. Above, all lanes add to the sums of their block: ${used.map(([bank, count]) => `${count} lanes queue at bank ${bank}`).join(" and ")}, the other banks are idle, and the addition takes ${longest} passes. ` +
      "Below, each lane adds in the bank with its own number, half a warp at one centroid and half at another, and each addition takes one pass.",
  });

  picture.text(20, 24, `sums of a block, own[c * 16 + j] with j = 0: ${longest} passes`, { bold: true });
  picture.text(left - 12, 54, "bank", { anchor: "end", muted: true });
  turns.forEach((count, bank) => {
    const x = left + bank * cell;
    picture.text(x + cell / 2, 54, bank, { anchor: "middle", muted: true });
    for (let turn = 0; turn < count; ++turn) picture.box(x + 1, top + turn * low + 1, cell - 2, low - 2, { of: turn === 0 ? "a" : "waste", rounding: 1 });
  });
  for (const [bank, count] of used)
    picture.text(left + (bank + 1.5) * cell, top + 6 * low, `${count} lanes access bank ${bank}.\nOne adds, and the others wait.`, { middle: true });

  picture.text(20, below - 14, "columns, own[c * threads + threadIdx.x]: 1 pass per addition", { bold: true });
  centroids.forEach((centroid, i) => {
    const y = below + i * (high + 4);
    picture.text(left - 12, y + high / 2, `c = ${centroid}`, { anchor: "end", middle: true });
    for (let bank = 0; bank < 32; ++bank) {
      const q = places.findIndex((all) => all[bank] === centroid * threads + bank);
      picture.box(left + bank * cell + 1, y + 1, cell - 2, high - 2, { of: q < 0 ? "plain" : kinds[q], label: q < 0 ? "" : bank % dims, rounding: 2 });
    }
  });
  picture.legend(left, foot, [["a", "addition q = 0"], ["c", "addition q = 1"], ["plain", "not accessed"]]);
  picture.text(left + 32 * cell, foot, "in a cell: the lane's coordinate j", { anchor: "end" });
  return picture;
}
