// Counts go up through four levels, and exclusive prefixes come down: their sum is the output index of an element.

import { Picture } from "../kit/svg.mjs";
import { flagsOf, sum, exclusiveSums, values } from "./input.mjs";

const items = 4;
const left = 128;
// Invented counts of parts that the picture does not show: the warps of a tile up to this one, and the tiles before.
const warps = [61, 70, 66];
const tiles = [2071, 2009, 2044];

export function draw() {
  const input = values(3 * items, 12);
  const flags = flagsOf(input);
  const counts = [0, 1, 2].map((thread) => sum(flags.slice(thread * items, (thread + 1) * items)));
  const prefixes = exclusiveSums(counts);
  const warpPrefixes = exclusiveSums(warps);
  const tilePrefixes = exclusiveSums([...tiles, 0]);
  const chosen = flags.lastIndexOf(1);
  const thread = Math.floor(chosen / items);
  const own = sum(flags.slice(thread * items, chosen));
  const terms = [tilePrefixes[3], warpPrefixes[2], prefixes[thread], own];
  const picture = new Picture({
    height: 560,
    title: "Counts go up, prefixes come down",
    description:
      `Four levels. A thread counts the kept ones of its ${items} items, a warp scans its threads' counts, a block those of its warps, the grid those of its tiles. Each passes on one count and gets back its exclusive prefix. ` +
      `The output index of one element is the sum of four numbers: ${terms.join(" + ")} = ${sum(terms)}.`,
  });
  const levels = [
    ["thread", "comparisons", 40],
    ["warp", "ballots", 150],
    ["block", "shared memory", 260],
    ["grid", "global memory", 370],
  ];
  for (const [name, how, y] of levels) {
    picture.text(14, y + 24, name, { bold: true, size: 18 });
    picture.text(14, y + 48, how, { muted: true });
  }
  const up = (x, y, to, below) => picture.arrow(x, y, to, below, { of: "a", thick: 2.5 });
  const down = (x, y, to, above) => picture.arrow(x, y, to, above, { of: "b", thick: 2.5 });

  const wideThread = 200;
  const threadAt = (i) => left + i * (wideThread + 40);
  picture.text(left, 22, `warp 2 of tile 3: threads 0, 1 and 2 with ${items} items each; 1 is kept, 0 is not`, { muted: true });
  counts.forEach((_, i) => {
    picture.row(threadAt(i), 36, items, wideThread / items, 30, { of: (k) => (flags[i * items + k] ? "a" : "plain"), label: (k) => flags[i * items + k], gap: 2 });
  });
  picture.text(threadAt(3) + 4, 62, "…", { size: 24 });
  const at = threadAt(thread) + (chosen % items) * (wideThread / items);
  picture.path([[at - 1, 34], [at + 51, 34], [at + 51, 68], [at - 1, 68], [at - 1, 34]], { of: "strong", thick: 2.5 });

  const cellAt = (i) => left + 60 + i * 130;
  counts.forEach((count, i) => {
    up(threadAt(i) + wideThread - 30, 70, cellAt(i) + 76, 146);
    picture.box(cellAt(i), 150, 112, 30, { of: "a", label: `keeps ${count}` });
    picture.box(cellAt(i), 186, 112, 30, { of: "b", label: `prefix: ${prefixes[i]}`, bold: i === thread });
    down(cellAt(i) + 24, 146, threadAt(i) + 80, 70);
  });
  picture.text(cellAt(3) + 16, 176, "…", { size: 24 });
  picture.box(cellAt(4), 150, 164, 30, { of: "a", label: `the warp keeps ${warps[2]}` });

  const warpAt = (i) => left + 104 + i * 152;
  warps.forEach((count, i) => {
    picture.box(warpAt(i), 260, 144, 30, { of: "a", label: `warp ${i} keeps ${count}` });
    picture.box(warpAt(i), 296, 144, 30, { of: "b", label: `prefix: ${warpPrefixes[i]}`, bold: i === 2 });
  });
  picture.text(warpAt(3) + 8, 288, "…", { size: 24 });
  picture.box(warpAt(3) + 60, 260, 140, 30, { of: "a", label: "the tile keeps …" });
  up(cellAt(4) + 40, 182, warpAt(2) + 96, 256);
  down(warpAt(2) + 40, 256, cellAt(2) + 56, 218);

  const tileAt = (i) => left + 20 + i * 162;
  [...tiles, "…"].forEach((count, i) => {
    picture.box(tileAt(i), 370, 154, 30, { of: "a", label: `tile ${i} keeps ${count}` });
    picture.box(tileAt(i), 406, 154, 30, { of: "b", label: `prefix: ${tilePrefixes[i]}`, bold: i === 3 });
  });
  picture.text(tileAt(4) + 8, 398, "…", { size: 24 });
  up(warpAt(3) + 130, 292, tileAt(3) + 106, 366);
  down(tileAt(3) + 40, 366, warpAt(2) + 64, 328);
  picture.text(left, 482, `index of the framed element:  ${terms[0]} + ${terms[1]} + ${terms[2]} + ${terms[3]} in its thread = ${sum(terms)}`, { bold: true, size: 18 });
  picture.legend(left, 540, [["a", "passed on: the count"], ["b", "passed back: the exclusive prefix"]]);
  return picture;
}
