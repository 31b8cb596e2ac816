// Sectors touched by the stores of a warp: kept items of its lanes, neighbours of a stage, and whole lines of a stage.

import { Picture } from "../kit/svg.mjs";
import { flagsOf, sum, exclusiveSums, values } from "./input.mjs";

const [lanes, items] = [32, 28];
const first = 6124; // output index of the warp's first kept element; not the beginning of a sector
const sectorWords = 8;
const shown = 3; // stores of each kind
const [left, right, high, step] = [32, 936, 20, 27];

/** The words written by each store instruction of the warp, a list per store. */
function storesOf() {
  const flags = flagsOf(values(lanes * items, 1));
  const kept = sum(flags);
  const indices = exclusiveSums(flags).map((prefix) => first + prefix);
  const direct = Array.from({ length: items }, (_, e) =>
    Array.from({ length: lanes }, (_, lane) => lane * items + e).filter((i) => flags[i]).map((i) => indices[i]),
  );
  const all = Array.from({ length: kept }, (_, i) => first + i);
  const from = (begin) =>
    Array.from({ length: Math.ceil((first + kept - begin) / lanes) }, (_, i) => all.filter((word) => Math.floor((word - begin) / lanes) === i));
  return { kept, direct, neighbours: from(first), lines: from(first - (first % lanes)) };
}

const sectorsOf = (words) => new Set(words.map((word) => Math.floor(word / sectorWords)));
const total = (stores) => stores.reduce((all, words) => all + sectorsOf(words).size, 0);

export function draw() {
  const { kept, direct, neighbours, lines } = storesOf();
  const begin = Math.floor(first / sectorWords);
  const end = Math.floor((first + kept - 1) / sectorWords) + 1;
  const word = (right - left) / ((end - begin) * sectorWords);
  const picture = new Picture({
    height: 446,
    title: "The stores of a warp, without a stage and with it",
    description:
      `The ${end - begin} sectors of the result that ${kept} kept elements fill, with a row for each of the first ${shown} stores, in three ways. Each lane from its own ${items} items: ${direct.length} stores, of which the first touches ${sectorsOf(direct[0]).size} sectors and writes ${direct[0].length} words; all touch ${total(direct)}. ` +
      `From a stage, 32 neighbours at a time: ${neighbours.length} stores, ${total(neighbours)} sectors. From a stage, aligned to lines of 128 bytes: ${lines.length} stores, ${total(lines)} sectors.`,
  });
  panel(28, `each lane from its own items: ${direct.length} stores, ${total(direct)} sectors`, direct);
  panel(162, `from a stage, 32 neighbours at a time: ${neighbours.length} stores, ${total(neighbours)} sectors`, neighbours);
  panel(296, `from a stage, aligned to lines of 128 bytes: ${lines.length} stores, ${total(lines)} sectors`, lines);
  picture.legend(left, 434, [["a", "4 bytes that a lane writes"], ["waste", "the rest of a touched sector"], ["empty", "not touched"]]);
  return picture;

  function panel(y, name, stores) {
    picture.text(left, y, name, { bold: true, size: 18 });
    picture.text(right, y, `${shown} of ${stores.length}`, { anchor: "end", muted: true });
    stores.slice(0, shown).forEach((words, i) => {
      const top = y + 14 + i * step;
      const touched = sectorsOf(words);
      for (let sector = begin; sector < end; ++sector)
        picture.box(left + (sector - begin) * sectorWords * word + 0.5, top, sectorWords * word - 1, high, { of: touched.has(sector) ? "waste" : "empty", rounding: 1 });
      for (const at of words) picture.box(left + (at - begin * sectorWords) * word, top, word, high, { of: "a", rounding: 0 });
    });
  }
}
