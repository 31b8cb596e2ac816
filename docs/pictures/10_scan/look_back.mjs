// Decoupled look-back: a tile adds up the sums of tiles before it until one knows its whole prefix.

import { Picture } from "../kit/svg.mjs";

const tiles = [
  { sum: 7, state: "prefix" },
  { sum: 4, state: "prefix" },
  { sum: 9, state: "prefix" },
  { sum: 2, state: "prefix" },
  { sum: 6, state: "sum" },
  { sum: 5, state: "sum" },
  { sum: 8, state: "sum" },
  { sum: 3, state: "own" },
  { sum: 0, state: "none" },
];
const [left, wide, box, high] = [104, 94, 84, 44];
const own = tiles.findIndex(({ state }) => state === "own");

export function draw() {
  let prefix = 0;
  const words = tiles.map(({ sum, state }) => {
    prefix += sum;
    return state === "prefix" ? `prefix ${prefix}` : state === "none" ? "nothing" : `sum ${sum}`;
  });
  const known = tiles.findLastIndex(({ state }) => state === "prefix");
  const upTo = (tile) => tiles.slice(0, tile + 1).reduce((sum, one) => sum + one.sum, 0);
  const between = tiles.slice(known + 1, own).map(({ sum }) => sum).reverse();
  const picture = new Picture({
    height: 316,
    title: "Decoupled look-back",
    description:
      `Tiles in a row, each with the word that it has published. Tiles 0 to ${known} know their prefix, tiles ${known + 1} to ${own - 1} only their own sum, and the tile behind tile ${own} nothing yet. ` +
      `Tile ${own} reads backwards: it adds ${between.join(", ")} and, at tile ${known}, the prefix ${upTo(known)}, where it stops. Then it publishes its own prefix, ${upTo(own)}.`,
  });
  const middle = (tile) => left + tile * wide + box / 2;
  picture.text(left - 16, 44, "tile", { anchor: "end", muted: true });
  tiles.forEach((_, tile) => picture.text(middle(tile), 44, tile, { anchor: "middle", muted: true, bold: tile === own }));
  picture.text(left - 16, 60 + high / 2, "published", { anchor: "end", middle: true });
  const kinds = { prefix: "c", sum: "a", own: "a", none: "empty" };
  tiles.forEach(({ state }, tile) => picture.box(left + tile * wide, 60, box, high, { of: kinds[state], label: words[tile], bold: tile === own }));
  // A line for each word that is read, all of them towards the tile that looks.
  const foot = 60 + high;
  for (let tile = known; tile < own; ++tile) {
    const back = own - tile;
    const [low, end] = [foot + 30 + back * 18, middle(own) - 44 + back * 18];
    picture.path([[middle(tile), foot + 4], [middle(tile), low], [end, low], [end, foot + 6]], { of: tile === known ? "c" : "a", thick: 2, arrow: true });
  }
  picture.text(left, 250, `before tile ${own}:  ${between.join(" + ")} + ${upTo(known)} = ${upTo(own - 1)}`, { bold: true });
  picture.text(left + 330, 250, `and then it publishes its prefix: ${upTo(own - 1)} + ${tiles[own].sum} = ${upTo(own)}`);
  picture.legend(left, 298, [["a", "sum of this tile alone"], ["c", "prefix: sum of all tiles up to it"], ["empty", "nothing yet"]]);
  return picture;
}
