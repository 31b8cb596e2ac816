// A tile of atoms: each thread loads one atom, and each thread uses all of them.

import { Picture } from "../kit/svg.mjs";
import { accessOn, addresses } from "./lanes.mjs";

export const records = { tiled: ["07", "solutions/07_scatter_to_gather/ladder/5_approximate_root.cu"] };

const left = 168;
const wide = 772;
const high = 30;

export function draw({ recorded }) {
  const { tiled } = recorded;
  const [threads, warps] = [tiled.launches[0].block[0] * tiled.launches[0].block[1], tiled.launches[0].block[1]];
  const loads = loaded(tiled, warps);
  const uses = [0, 1, 2, 3].map((after) => accessOn(tiled, "atom = atoms[i]", "load", after));
  if (uses.some((use) => addresses(use) !== 1 || use.wavefronts !== use.wavefronts_ideal)) throw new Error("a use of the tile is not a broadcast");
  const picture = new Picture({
    height: 440,
    title: "The threads of a block load a tile of atoms, and each thread uses all of it",
    description:
      `Above: ${warps} warps load 32 atoms each from global memory into shared memory, atoms 0 to ${threads - 1} in all. Below: all warps read atom 0 from the tile, all lanes at the same address, ` +
      "then atom 1, and so on to the last.",
  });
  const w = wide / warps;
  const segments = (y, of, label) => picture.row(left, y, warps, w, high, { gap: 4, of: () => of, label });
  const middle = (i) => left + (i + 0.5) * w;
  const name = (y, words, mono = false) => picture.text(left - 14, y + high / 2, words, { anchor: "end", middle: true, mono });

  picture.text(24, 28, "First: each thread loads one atom", { bold: true, size: 18 });
  picture.text(940, 28, `${loads[0].sectors} sectors for the ${32 * loads[0].bytes} bytes of a warp`, { anchor: "end", muted: true });
  name(46, "global memory");
  segments(46, "a", (i) => range(loads[i]));
  name(106, "threads");
  segments(106, "", (i) => `warp ${i}`);
  name(166, "shared memory");
  segments(166, "a", (i) => range(loads[i]));
  for (let i = 0; i < warps; ++i) {
    picture.arrow(middle(i), 76, middle(i), 105, { of: "a", thick: 2 });
    picture.arrow(middle(i), 136, middle(i), 165, { of: "a", thick: 2 });
  }

  picture.line(24, 222, 940, 222, { of: "guide" });
  picture.text(24, 256, "Then: every thread uses every atom of the tile", { bold: true, size: 18 });
  picture.text(940, 256, `${threads} atoms, one after the other`, { anchor: "end", muted: true });
  name(276, "the tile");
  uses.forEach((use, i) => picture.box(left + i * w + 2, 276, w - 4, high, { of: i === 0 ? "a" : "", label: `atom ${use.lanes[0] / use.bytes}`, rounding: 2 }));
  picture.text(left + uses.length * w + 12, 276 + high / 2, "…", { middle: true });
  for (let i = 0; i < warps; ++i) picture.arrow(middle(0), 306, middle(i), 363, { of: "a", thick: 1.5 });
  name(364, "threads");
  segments(364, "", (i) => `warp ${i}`);
  picture.text(left, 424, `32 lanes at byte ${uses[0].lanes[0]}, then at byte ${uses[1].lanes[0]}, byte ${uses[2].lanes[0]}, …: no bank conflicts`, { bold: true });
  return picture;
}

/** Returns the first load of each warp from the array of atoms. */
function loaded(record, warps) {
  const [number] = record.lines.filter((line) => line.text.includes("atom = args.atoms[")).map((line) => line.line);
  return Array.from({ length: warps }, (_, warp) =>
    record.accesses.find((one) => one.line === number && one.kind === "load" && one.warp === warp && one.execution === 1 && one.block.every((at) => at === 0)),
  );
}

const range = (access) => `${access.lanes[0] / access.bytes}–${access.lanes[31] / access.bytes}`;
