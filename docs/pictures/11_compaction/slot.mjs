// The slot is its own stage: kept elements move to lower places of it, over what was there, once all is in registers.

import { Picture } from "../kit/svg.mjs";
import { flagsOf, sum, sumsBefore, values } from "./row.mjs";

const [warps, part] = [3, 10];
const [left, cell, high] = [112, 27.6, 36];
const kinds = ["a", "b", "c"];

export function draw() {
  const flags = flagsOf(values(warps * part, 34));
  const places = sumsBefore(flags);
  const warpOf = (i) => Math.floor(i / part);
  const kept = flags.map((flag, i) => (flag ? i : -1)).filter((i) => i >= 0);
  const over = kept.filter((i, place) => warpOf(i) !== warpOf(place));
  if (over.length === 0) throw new Error("no element lands in another warp's part, and the picture is about those");
  const picture = new Picture({
    height: 372,
    title: "The slot as its own stage",
    description:
      `A slot of ${flags.length} elements, ${part} for each of ${warps} warps, of which ${sum(flags)} are kept. Put back in order they fill places 0 to ${sum(flags) - 1} of the same slot. None moves to a higher place. ` +
      `But ${over.length} of them land in the part of another warp: nobody may write before all warps have read their parts.`,
  });
  const x = (i) => left + i * cell;
  const middle = (i) => x(i) + cell / 2;
  for (let warp = 0; warp < warps; ++warp) picture.bracket(x(warp * part) + 3, x((warp + 1) * part) - 3, 44, `part of warp ${warp}`);
  picture.text(left - 14, 56 + high / 2, "the slot", { anchor: "end", middle: true });
  picture.row(left, 56, flags.length, cell, high, { of: (i) => (flags[i] ? kinds[warpOf(i)] : "plain"), label: (i) => i, gap: 2 });
  kept.forEach((i) => {
    const foreign = warpOf(i) !== warpOf(places[i]);
    picture.arrow(middle(i), 56 + high + 3, middle(places[i]), 206, { of: foreign ? "waste" : "edge", thick: foreign ? 2.2 : 1.2 });
  });
  picture.text(left - 14, 210 + high / 2, "the slot\nafterwards", { anchor: "end", middle: true });
  picture.row(left, 210, flags.length, cell, high, { of: (i) => (i < kept.length ? kinds[warpOf(kept[i])] : "empty"), label: (i) => kept[i], gap: 2 });
  picture.text(left - 14, 270, "place", { anchor: "end", muted: true });
  for (let i = 0; i < flags.length; ++i) picture.text(middle(i), 270, i, { anchor: "middle", muted: true });
  picture.text(left, 312, `${over.length} land in another warp's part: first all of the block read, then all write`, { bold: true });
  picture.legend(left, 354, [["a", "kept, of warp 0"], ["b", "of warp 1"], ["c", "of warp 2"], ["plain", "not kept"], ["empty", "old values"]]);
  return picture;
}
