// Reads and writes of a warp in a gather: repeatedly one atom for all lanes, and once, at the end, its own points.

import { Picture } from "../kit/svg.mjs";
import { accessOn, addresses, cell, high, laneRow, left, links, memoryRow } from "./lanes.mjs";

export const records = { gather: ["07", "solutions/07_scatter_to_gather/ladder/1_gather.cu"] };

export function draw({ recorded }) {
  const loads = [0, 1].map((after) => accessOn(recorded.gather, "atom = args.atoms[i]", "load", after));
  const store = accessOn(recorded.gather, "args.potential[row", "store");
  const [first] = loads;
  const picture = new Picture({
    height: 400,
    title: "The reads and writes of a warp in a gather",
    description:
      `Above, the array of atoms, of ${first.bytes} bytes each. All 32 lanes read atom 0 with one request of ${first.sectors} sector; the next load reads atom 1, ${loads[1].lanes[0]} bytes further. ` +
      `Below, at the end, each lane writes its own sum: ${addresses(store)} neighbouring points in ${store.sectors} sectors.`,
  });
  const [atomsAt, lanesAt, pointsAt] = [60, 186, 312];
  picture.text(24, 30, "For each atom: one load", { bold: true, size: 18 });
  picture.text(left + 32 * cell, 30, `${addresses(first)} address, ${first.sectors} sector: one request for 32 lanes`, { anchor: "end", bold: true });
  links(picture, first, lanesAt, atomsAt + high, { of: "a" });
  memoryRow(picture, atomsAt, "atoms", {
    bytes: first.bytes,
    of: (offset) => (offset === first.lanes[0] ? "a" : ""),
    label: (offset) => (offset === loads[1].lanes[0] ? "1: next" : offset / first.bytes),
  });
  laneRow(picture, lanesAt, () => "a");
  links(picture, store, lanesAt + high, pointsAt, { of: "c" });
  memoryRow(picture, pointsAt, "potential", { of: () => "c" });
  for (let sector = 1; sector < store.sectors; ++sector) picture.line(left + sector * 8 * cell, pointsAt - 6, left + sector * 8 * cell, pointsAt + high + 6, { of: "strong", thick: 2 });
  picture.text(24, 378, "At the end: one store", { bold: true, size: 18 });
  picture.text(left + 32 * cell, 378, `${addresses(store)} addresses in ${store.sectors} sectors, each byte used, no atomics`, { anchor: "end", bold: true });
  return picture;
}
