// The sectors that a warp touches for one field of 32 records: in records, and in arrays.
import { Picture } from "../kit/svg.mjs";
import { fields } from "./words.mjs";

const lanes = 32;
const sectorWords = 8;
const left = 40;
const word = 5.5;
const high = 40;

export function draw() {
  const sectors = (lanes * fields) / sectorWords;
  const picture = new Picture({
    height: 330,
    title: "Field 0 of 32 records, in both layouts",
    description:
      `Two strips of memory with ${lanes * fields} floats each, cut into sectors of ${sectorWords}. In records the first fields of 32 records are 5 floats apart: ` +
      `the warp touches all ${sectors} sectors, and uses 128 of ${sectors * 32} bytes. In arrays they are neighbours: 4 sectors, all of which are used.`,
  });
  const x = (at) => left + at * word;
  const frame = (y, wanted, touched) => {
    for (let sector = 0; sector < sectors; ++sector)
      picture.box(x(sector * sectorWords) + 0.5, y, sectorWords * word - 1, high, { of: touched(sector) ? "waste" : "empty", rounding: 1 });
    for (let lane = 0; lane < lanes; ++lane) picture.box(x(wanted(lane)), y, word, high, { of: "a", rounding: 0 });
  };

  picture.text(left, 28, "records: the lanes' floats are 5 floats apart", { bold: true });
  frame(58, (lane) => lane * fields, () => true);
  picture.text(x(0), 120, "lane 0");
  picture.text(x(31 * fields), 120, "lane 31", { anchor: "middle" });
  picture.text(x(80), 122, `${sectors} sectors: 128 of ${sectors * 32} bytes are used`, { anchor: "middle", bold: true });

  picture.text(left, 182, "arrays: the lanes' floats are neighbours", { bold: true });
  frame(196, (lane) => lane, (sector) => sector < lanes / sectorWords);
  picture.text(x(0), 258, "lanes 0 to 31");
  picture.text(x(80), 260, "4 sectors: 128 of 128 bytes are used", { anchor: "middle", bold: true });

  picture.legend(left, 312, [["a", "field 0 of a record"], ["waste", "moved with it, not used"], ["empty", "not moved"]]);
  picture.text(x(sectors * sectorWords), 312, "a box is a sector, 32 bytes", { anchor: "end", muted: true });
  return picture;
}
