import { accesses, sectorsOf } from "./recorded.mjs";
import { Picture } from "../kit/svg.mjs";

export const records = {
  down: ["02", "labs/02_divergence/baseline.cu"],
  fourth: ["02", "solutions/02_divergence/ladder/4_regrouped_warps.cu"],
  along: ["02", "solutions/02_divergence/ladder/1_coalesced.cu"],
};

const word = 3.3;
const step = 8 * word + 1.6;
const left = 32;

function way(picture, y, title, access) {
  const sectors = sectorsOf(access);
  const apart = (sectors[1].number - sectors[0].number) * 32;
  picture.text(left, y - 14, title, { bold: true });
  picture.text(960 - left, y - 14, `${sectors.length} sectors: ${32 * access.bytes} of ${sectors.length * 32} bytes used`, { anchor: "end" });
  if (apart > 32) picture.text(left, y + 64, `drawn side by side; in memory they are ${apart} bytes apart`, { muted: true });
  sectors.forEach(({ words }, i) => {
    const x = left + i * step;
    picture.box(x, y, 8 * word, 44, { of: words.size < 8 ? "waste" : "a", rounding: 0 });
    if (words.size < 8) for (const at of words.keys()) picture.box(x + at * word, y, word, 44, { of: "a", rounding: 0 });
  });
}

export function draw({ recorded }) {
  const picture = new Picture({
    height: 410,
    title: "One load of a warp, in three ways",
    description:
      "The sectors of 32 bytes that one load of 4 bytes per lane touches, as recorded. Down a column, as in the baseline: 32 sectors, and one word of eight is used in each. Every fourth element: 16 sectors, two words of eight used. Neighbours: 4 sectors, all words used.",
  });
  const load = (document, kernel) => accesses(document, "in[i]", { kind: "load", kernel, warp: 0, execution: 1 })[0];
  way(picture, 56, "lanes in consecutive rows: the baseline", load(recorded.down));
  way(picture, 186, "every fourth element", load(recorded.fourth, "transform_striped"));
  way(picture, 296, "neighbours", load(recorded.along));
  picture.legend(left, 386, [["a", "a word that a lane requested"], ["waste", "moved with it, not used"]]);
  return picture;
}
