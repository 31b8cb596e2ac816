// The buffer is its own stage: kept elements move to lower positions in it, once all items are in registers.

import { Picture } from "../kit/svg.mjs";
import { flagsOf, sum, exclusiveSums, values } from "./input.mjs";

const [warps, warpTile] = [3, 10];
const [left, cell, high] = [112, 27.6, 36];
const kinds = ["a", "b", "c"];

export function draw() {
  const flags = flagsOf(values(warps * warpTile, 34));
  const positions = exclusiveSums(flags);
  const warpOf = (i) => Math.floor(i / warpTile);
  const kept = flags.map((flag, i) => (flag ? i : -1)).filter((i) => i >= 0);
  const over = kept.filter((i, position) => warpOf(i) !== warpOf(position));
  if (over.length === 0) throw new Error("no element moves to another warp's tile, and the picture is about those");
  const picture = new Picture({
    height: 372,
    title: "The buffer as its own stage",
    description:
      `A buffer of ${flags.length} elements, ${warpTile} for each of ${warps} warps, of which ${sum(flags)} are kept. Written back in order they fill positions 0 to ${sum(flags) - 1} of the same buffer. None moves to a higher position. ` +
      `But ${over.length} of them move into the warp tile of another warp: no thread may write before all warps have read their warp tiles.`,
  });
  const x = (i) => left + i * cell;
  const middle = (i) => x(i) + cell / 2;
  for (let warp = 0; warp < warps; ++warp) picture.bracket(x(warp * warpTile) + 3, x((warp + 1) * warpTile) - 3, 44, `tile of warp ${warp}`);
  picture.text(left - 14, 56 + high / 2, "the buffer", { anchor: "end", middle: true });
  picture.row(left, 56, flags.length, cell, high, { of: (i) => (flags[i] ? kinds[warpOf(i)] : "plain"), label: (i) => i, gap: 2 });
  kept.forEach((i) => {
    const foreign = warpOf(i) !== warpOf(positions[i]);
    picture.arrow(middle(i), 56 + high + 3, middle(positions[i]), 206, { of: foreign ? "waste" : "edge", thick: foreign ? 2.2 : 1.2 });
  });
  picture.text(left - 14, 210 + high / 2, "the buffer\nafterwards", { anchor: "end", middle: true });
  picture.row(left, 210, flags.length, cell, high, { of: (i) => (i < kept.length ? kinds[warpOf(kept[i])] : "empty"), label: (i) => kept[i], gap: 2 });
  picture.text(left - 14, 270, "position", { anchor: "end", muted: true });
  for (let i = 0; i < flags.length; ++i) picture.text(middle(i), 270, i, { anchor: "middle", muted: true });
  picture.text(left, 312, `${over.length} move to another warp's tile: first all threads read, then all write`, { bold: true });
  picture.legend(left, 354, [["a", "kept, of warp 0"], ["b", "of warp 1"], ["c", "of warp 2"], ["plain", "not kept"], ["empty", "old values"]]);
  return picture;
}
