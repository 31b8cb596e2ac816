// The points to which a warp adds in two scatters: in the baseline all lanes add to one point, in rung 0 each lane to a different one.

import { Picture } from "../kit/svg.mjs";
import { accessOn, addresses, cell, high, laneRow, left, links, memoryRow } from "./lanes.mjs";

export const records = {
  before: ["07", "labs/07_scatter_to_gather/baseline.cu"],
  known: ["07", "solutions/07_scatter_to_gather/ladder/0_scatter.cu"],
};

export function draw({ recorded }) {
  const before = accessOn(recorded.before, "atomicAdd(", "atomic");
  const known = accessOn(recorded.known, "atomicAdd(", "atomic");
  const picture = new Picture({
    height: 436,
    title: "The first atomic of a warp, in two scatters",
    description:
      `Above, the baseline: lines from all 32 lanes lead to one point, so the addition takes ${before.sectors} turns. Below, a scatter in which the lanes of a warp iterate over the points of one atom: ` +
      `each lane leads straight to its own of ${addresses(known)} neighbouring points, in ${known.sectors} sectors.`,
  });
  panel(picture, 26, before, "One thread per atom (the baseline)", `${addresses(before)} address: the lanes add one after the other, ${before.sectors} turns`, "waste");
  panel(picture, 236, known, "One block per atom, neighbouring lanes at neighbouring points", `${addresses(known)} addresses in ${known.sectors} sectors: no lane waits for another`, "a");
  return picture;
}

function panel(picture, y, access, name, says, of) {
  const touched = new Set(access.lanes);
  picture.text(24, y, name, { bold: true, size: 18 });
  const [lanesAt, memoryAt] = [y + 18, y + 112];
  links(picture, access, lanesAt + high, memoryAt, { of });
  laneRow(picture, lanesAt, (lane) => (access.lanes.indexOf(access.lanes[lane]) === lane ? "a" : "waste"));
  memoryRow(picture, memoryAt, "potential", { of: (offset) => (touched.has(offset) ? "c" : "") });
  picture.text(left, memoryAt + high + 24, says, { bold: true });
  if (access.sectors === 4) for (let sector = 1; sector < 4; ++sector) picture.line(left + sector * 8 * cell, memoryAt - 6, left + sector * 8 * cell, memoryAt + high + 6, { of: "strong", thick: 2 });
}
