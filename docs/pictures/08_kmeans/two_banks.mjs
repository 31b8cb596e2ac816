// A block's sums by atomics on shared memory: the lanes of the first warp add coordinate 0 of their points, and where they meet.

import { Picture } from "../kit/svg.mjs";
import { accessesOn, bankNumbers, cell, left } from "./accesses.mjs";

export const records = { atomics: ["08", "solutions/08_kmeans/ladder/07_private_sums.cu"] };

const [top, high] = [60, 20];

export function draw({ recorded }) {
  const [access] = accessesOn(recorded.atomics, "atomicAdd(&own[c * args.dimensions + j]", "atomic");
  const turns = Array.from({ length: 32 }, () => []);
  access.lanes.forEach((offset, lane) => turns[(offset / 4) % 32].push(lane));
  const longest = Math.max(...turns.map((lanes) => lanes.length));
  if (longest !== access.wavefronts) throw new Error(`${longest} lanes in one bank, and the simulator counted ${access.wavefronts} passes`);
  const used = turns.map((lanes, bank) => [bank, lanes.length]).filter(([, count]) => count > 0);
  const picture = new Picture({
    height: top + longest * high + 24,
    title: "All lanes of a warp meet in two banks",
    description:
      `The 32 banks as columns, and the lanes that want each of them below one another. Only the banks ${used.map(([bank]) => bank).join(" and ")} are wanted, by ${used.map(([, count]) => count).join(" and ")} lanes; the other 30 are idle. The addition takes ${longest} passes.`,
  });
  bankNumbers(picture, 34);
  turns.forEach((lanes, bank) => {
    picture.box(left + bank * cell + 1, top - 14, cell - 2, 8, { of: lanes.length > 0 ? "strong" : "plain", rounding: 1 });
    lanes.forEach((lane, turn) =>
      picture.box(left + bank * cell + 1, top + turn * high + 1, cell - 2, high - 2, { of: turn === 0 ? "a" : "b", label: lane, rounding: 2 }),
    );
  });
  for (const turn of [0, longest - 1]) picture.text(left - 12, top + (turn + 0.5) * high, `pass ${turn + 1}`, { anchor: "end", middle: true });
  const x = left + 2.4 * cell;
  picture.text(x, top + 70, "own[c * 16 + j], with j = 0", { mono: true });
  picture.text(x, top + 104, "Bank 0, if c is even,\nbank 16, if c is odd.");
  picture.text(x, top + 176, `${longest} passes for 32 lanes`, { bold: true });
  const y = left + 18.4 * cell;
  picture.box(y, top + 58, cell - 2, high - 2, { of: "a", label: 0, rounding: 2 }).text(y + 38, top + 72, "lane 0 adds in the first pass");
  picture.box(y, top + 92, cell - 2, high - 2, { of: "b", label: turns[0][1], rounding: 2 }).text(y + 38, top + 106, `lane ${turns[0][1]} waits for its turn`);
  return picture;
}
