// The sectors that the stores of 32 records touch: in the baseline, and from a tile that is as wide as a record. Recorded.
import { Picture } from "../kit/svg.mjs";
import { fields } from "./words.mjs";

export const records = {
  baseline: ["09", "labs/09_layout/baseline.cu"],
  tile: ["09", "solutions/09_layout/ladder/3_fitted_tile.cu"],
};

const bytesShown = 32 * fields * 4; // of 32 records
const sectorBytes = 32;
const left = 40;
const byte = 880 / bytesShown;
const [high, step] = [20, 25];

/** Returns the first block's stores to its first 32 records, in the order of their addresses. */
function stores(recorded) {
  const found = recorded.accesses
    .filter((access) => access.kind === "store" && access.buffer === "out" && access.block.every((at) => at === 0))
    .filter((access) => access.lanes.every((offset) => offset < bytesShown))
    .sort((one, other) => one.lanes[0] - other.lanes[0]);
  if (found.length !== fields) throw new Error(`${recorded.source}: ${found.length} stores to the first records, and not ${fields}`);
  return found;
}

export function draw({ recorded }) {
  const [baseline, tile] = [stores(recorded.baseline), stores(recorded.tile)];
  const sum = (all) => all.reduce((sectors, access) => sectors + access.sectors, 0);
  const picture = new Picture({
    height: 420,
    title: "Five stores to 32 records",
    description:
      `The 640 bytes of 32 records as 20 sectors, twice, with a row for each store of a warp. In the baseline each of five stores writes a float in every record and touches ${baseline[0].sectors} sectors: ` +
      `${sum(baseline)} in all. From a tile that is as wide as a record each of five stores writes 32 neighbours and touches ${tile[0].sectors} sectors: ${sum(tile)} in all.`,
  });
  panel(28, `baseline: ${fields} stores of one warp, ${sum(baseline)} sectors`, baseline);
  panel(214, `from a tile of 32 records: a store by each of ${fields} warps, ${sum(tile)} sectors`, tile);
  picture.legend(left, 400, [["a", "4 bytes of a lane"], ["waste", "the rest of a sector that is touched"], ["empty", "not touched"]]);
  return picture;

  function panel(y, name, all) {
    picture.text(left, y, name, { bold: true });
    all.forEach((access, i) => {
      const top = y + 16 + i * step;
      const touched = new Set(access.lanes.map((offset) => Math.floor(offset / sectorBytes)));
      if (touched.size !== access.sectors) throw new Error(`${touched.size} sectors are drawn, but ${access.sectors} were counted`);
      for (let sector = 0; sector < bytesShown / sectorBytes; ++sector)
        picture.box(left + sector * sectorBytes * byte + 0.5, top, sectorBytes * byte - 1, high, { of: touched.has(sector) ? "waste" : "empty", rounding: 1 });
      for (const offset of access.lanes) picture.box(left + offset * byte, top, access.bytes * byte, high, { of: "a", rounding: 0 });
    });
  }
}
