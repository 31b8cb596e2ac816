// A copy per warp: two warps, each with its own copy, and each with the same conflicts as before.

import { Picture } from "../kit/svg.mjs";
import { accessOn, bankNumbers, left, passes, wordsByBank } from "./warps.mjs";

export const records = {
  one: ["06", "solutions/06_privatization_histogram/ladder/3_sixteen_bytes.cu"],
  warps: ["06", "solutions/06_privatization_histogram/ladder/4_copy_per_warp.cu"],
};

const warpsShown = [0, 1];

export function draw({ recorded }) {
  const own = warpsShown.map((warp) => accessOn(recorded.warps, "atomicAdd(&counts[word", warp));
  const before = warpsShown.map((warp) => accessOn(recorded.one, "atomicAdd(&counts[word", warp));
  const rows = own.reduce((sum, access) => sum + access.wavefronts, 0);
  const high = 30;
  const gap = 48;
  const top = 76;
  const picture = new Picture({
    height: top + rows * high + 2 * gap,
    title: "A copy for each warp changes no bank",
    description: `Two warps, each with the first atomic of its own copy: ${own.map((access) => access.wavefronts).join(" and ")} passes. With one copy for all warps they took ${before.map((access) => access.wavefronts).join(" and ")}.`,
  });
  bankNumbers(picture, 34);
  let y = top;
  own.forEach((access, i) => {
    const from = access.lanes[0] - before[i].lanes[0];
    const words = `warp ${warpsShown[i]}, its own copy from byte ${from} on: ${access.wavefronts} passes. With one copy for all warps: ${before[i].wavefronts}`;
    picture.text(left, y - 10, words, { bold: true });
    passes(picture, y, wordsByBank(access), high, ({ lanes }) => lanes.length);
    y += access.wavefronts * high + gap;
  });
  picture.legend(left, y - 16, [["a", "lanes served at once"], ["waste", "lanes that wait"], ["plain", "idle bank"]]);
  return picture;
}
