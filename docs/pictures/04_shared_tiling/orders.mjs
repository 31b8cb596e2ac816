// The elements that a warp requests at the first step of k: in the order of the baseline, and with x and y exchanged. Recorded.
import { Picture } from "../kit/svg.mjs";

export const records = {
  baseline: ["04", "labs/04_shared_tiling/baseline.cu"],
  exchanged: ["04", "solutions/04_shared_tiling/ladder/1_coalesced.cu"],
};

const shown = 32; // rows and columns of a matrix that are drawn
const cell = 6.25;
const side = shown * cell;
const floatBytes = 4;
const sectorFloats = 8;

/** Returns the first load of `buffer` by the first warp. */
function firstLoad(recorded, buffer) {
  const found = recorded.accesses.find(
    (access) =>
      access.kind === "load" && access.buffer === buffer && access.warp === 0 && access.execution === 1 && access.block.every((at) => at === 0),
  );
  if (!found) throw new Error(`no load of ${buffer} was recorded`);
  if (found.misaligned !== 0) throw new Error(`${buffer} does not begin at a sector`);
  return found;
}

export function draw({ results, recorded }) {
  const { p, m } = results.manifests[results.id("04")].counted[0].sizes;
  const picture = new Picture({
    height: 372,
    title: "The sectors that a warp touches in A and in B",
    description:
      "The upper left corners of A and B, 32 rows and 32 columns of each, twice. In the baseline a warp reads 32 floats of one " +
      "column of A. Each is in a different sector, so seven of eight floats are moved without use: 32 sectors, and 1 for the one " +
      "float of B. With x and y exchanged it reads one float of A, 1 sector, and 32 neighbours in a row of B, 4 sectors.",
  });
  const panels = [
    { x: 36, name: "baseline: lanes in one column of C", from: recorded.baseline },
    { x: 510, name: "x and y exchanged: lanes in one row", from: recorded.exchanged },
  ];
  for (const { x, name, from } of panels) {
    const loads = { A: firstLoad(from, "A"), B: firstLoad(from, "B") };
    picture.text(x, 26, name, { bold: true });
    matrix(x, 66, "A", p, loads.A, "a");
    matrix(x + side + 16, 66, "B", m, loads.B, "b");
    const all = loads.A.sectors + loads.B.sectors;
    picture.text(x + side + 8, 66 + side + 56, `${all} sectors for ${shown} multiply-adds`, { anchor: "middle", bold: true });
  }
  picture.line(480, 14, 480, 336, { of: "guide" });
  picture.legend(36, 360, [["a", "a float of A that a lane reads"], ["b", "a float of B"], ["waste", "fetched, but not read"], ["empty", "not touched"]]);
  return picture;

  function matrix(x, y, name, width, load, of) {
    const floats = load.lanes.map((offset) => offset / floatBytes);
    const sectors = new Set(floats.map((at) => Math.floor(at / sectorFloats)));
    if (sectors.size !== load.sectors) throw new Error(`${name}: ${sectors.size} sectors are drawn, but ${load.sectors} were counted`);
    picture.text(x, y - 12, name, { bold: true, of });
    picture.text(x + side, y - 12, "upper left corner", { anchor: "end", muted: true });
    picture.box(x, y, side, side, { of: "empty", rounding: 0 });
    for (const sector of sectors) {
      const first = sector * sectorFloats;
      picture.box(x + (first % width) * cell, y + Math.floor(first / width) * cell, sectorFloats * cell, cell, { of: "waste", rounding: 0 });
    }
    for (const at of new Set(floats)) picture.box(x + (at % width) * cell, y + Math.floor(at / width) * cell, cell, cell, { of, rounding: 0 });
    lanes(x, y, floats, width);
    const words = new Set(floats).size === 1 ? "1 float" : `${new Set(floats).size} floats`;
    picture.text(x + side / 2, y + side + 24, `${words} in ${load.sectors} sector${load.sectors === 1 ? "" : "s"}`, { anchor: "middle" });
  }

  /** Draws which lanes read these floats: next to a column of floats, or below a row of them. */
  function lanes(x, y, floats, width) {
    const [first, last] = [floats[0], floats.at(-1)];
    const below = Math.floor(last / width);
    if (first === last) picture.text(x + 8, y + 28, "all 32 lanes", {});
    else if (below > 0) {
      const beside = x + sectorFloats * cell + 8;
      picture.text(beside, y + 18, "lane 0");
      picture.text(beside, y + (below + 1) * cell - 4, `lane ${floats.length - 1}`);
    } else {
      picture.text(x + 4, y + 28, "lane 0");
      picture.text(x + (last + 1) * cell - 4, y + 28, `lane ${floats.length - 1}`, { anchor: "end" });
    }
  }
}
