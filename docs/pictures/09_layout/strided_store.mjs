// The sectors that the stores of 32 records touch: in the baseline, and from a tile that is as wide as a record.
import { Picture } from "../kit/svg.mjs";
import { fields } from "./words.mjs";

const floatBytes = 4;
const bytesShown = 32 * fields * floatBytes; // of 32 records
const sectorBytes = 32;
const left = 40;
const byte = 880 / bytesShown;
const [high, step] = [20, 25];

/** Returns a store of a warp as the byte that each lane writes first, and the sectors they are in. */
function store(placeOf) {
  const lanes = Array.from({ length: 32 }, (_, lane) => floatBytes * placeOf(lane));
  return { lanes, sectors: new Set(lanes.map((offset) => Math.floor(offset / sectorBytes))) };
}

export function draw() {
  const stores = (placeOf) => Array.from({ length: fields }, (_, i) => store((lane) => placeOf(i, lane)));
  const baseline = stores((field, lane) => lane * fields + field);
  const tile = stores((warp, lane) => 32 * warp + lane);
  const sum = (all) => all.reduce((sectors, access) => sectors + access.sectors.size, 0);
  const picture = new Picture({
    height: 420,
    title: "Five stores to 32 records",
    description:
      `The 640 bytes of 32 records as 20 sectors, twice, with a row for each store of a warp. In the baseline each of five stores writes a float in every record and touches ${baseline[0].sectors.size} sectors: ` +
      `${sum(baseline)} in all. From a tile that is as wide as a record each of five stores writes 32 neighbours and touches ${tile[0].sectors.size} sectors: ${sum(tile)} in all.`,
  });
  panel(28, `baseline: ${fields} stores of one warp, ${sum(baseline)} sectors`, baseline);
  panel(214, `from a tile of 32 records: a store by each of ${fields} warps, ${sum(tile)} sectors`, tile);
  picture.legend(left, 400, [["a", "4 bytes of a lane"], ["waste", "the rest of a sector that is touched"], ["empty", "not touched"]]);
  return picture;

  function panel(y, name, all) {
    picture.text(left, y, name, { bold: true });
    all.forEach((access, i) => {
      const top = y + 16 + i * step;
      for (let sector = 0; sector < bytesShown / sectorBytes; ++sector)
        picture.box(left + sector * sectorBytes * byte + 0.5, top, sectorBytes * byte - 1, high, { of: access.sectors.has(sector) ? "waste" : "empty", rounding: 1 });
      for (const offset of access.lanes) picture.box(left + offset * byte, top, floatBytes * byte, high, { of: "a", rounding: 0 });
    });
  }
}
