// A copy per lane: the same bytes of the same warp, and each lane in its own bank.

import { Picture } from "../kit/svg.mjs";
import { accessOn, cell, left, passes, wordsByBank } from "./warps.mjs";

export const records = {
  one: ["06", "solutions/06_privatization_histogram/ladder/3_sixteen_bytes.cu"],
  lanes: ["06", "solutions/06_privatization_histogram/ladder/5_copy_per_lane.cu"],
};

export function draw({ recorded }) {
  const shared = accessOn(recorded.one, "atomicAdd(&counts[word", 0);
  const own = accessOn(recorded.lanes, "atomicAdd(&counts[value", 0);
  const banks = wordsByBank(own);
  const bytes = shared.lanes.map((offset) => offset / 4);
  if (banks.some((words, bank) => words.length !== 1 || words[0].lanes[0] !== bank)) throw new Error("lane i is not in bank i");
  const picture = new Picture({
    height: 350,
    title: "A copy for each lane: no bank conflicts",
    description: "The bytes of the 32 lanes of a warp, and below them the 32 banks. An arrow leads from each lane straight down to the bank with the lane's number, whatever its byte is. The atomic takes one pass.",
  });
  const middle = (i) => left + (i + 0.5) * cell;
  picture.text(left - 12, 40, "lane", { anchor: "end", muted: true });
  picture.text(left - 12, 84, "its byte", { anchor: "end", middle: true });
  bytes.forEach((value, lane) => {
    picture.text(middle(lane), 40, lane, { anchor: "middle", muted: true });
    picture.box(left + lane * cell + 1, 56, cell - 2, 56, { of: "b" });
    picture.text(middle(lane) + 5.5, 84, value, { anchor: "middle", mono: true, turned: -90 });
    picture.arrow(middle(lane), 114, middle(lane), 176, { of: "a" });
  });
  passes(picture, 180, banks, 46, ({ lanes }) => lanes[0]);
  picture.text(left - 12, 250, "bank", { anchor: "end", muted: true });
  banks.forEach((_, bank) => picture.text(middle(bank), 250, bank, { anchor: "middle", muted: true }));
  picture.text(left, 296, `The atomic with the same bytes and one copy took ${shared.wavefronts} passes. This one takes ${own.wavefronts}.`, { bold: true });
  picture.text(left, 324, "Bank i holds the 256 counters of copy i, and nothing else.", { muted: true });
  return picture;
}
