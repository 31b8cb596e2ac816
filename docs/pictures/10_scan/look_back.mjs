// Decoupled look-back: a tile adds PARTIAL sums of its predecessors until it finds an INCLUSIVE prefix.

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
    return state === "prefix" ? `prefix ${prefix}` : state === "none" ? "invalid" : `sum ${sum}`;
  });
  const nearest = tiles.findLastIndex(({ state }) => state === "prefix");
  const upTo = (tile) => tiles.slice(0, tile + 1).reduce((sum, one) => sum + one.sum, 0);
  const between = tiles.slice(nearest + 1, own).map(({ sum }) => sum).reverse();
  const picture = new Picture({
    height: 316,
    title: "Decoupled look-back",
    description:
      `Consecutive tiles, each with its state. Tiles 0 to ${nearest} have published an INCLUSIVE prefix, tiles ${nearest + 1} to ${own - 1} only a PARTIAL sum, and the tile after tile ${own} is still INVALID. ` +
      `Tile ${own} looks back: it adds ${between.join(", ")} and, at tile ${nearest}, the prefix ${upTo(nearest)}, where it stops. Then it publishes its own INCLUSIVE prefix, ${upTo(own)}.`,
  });
  const middle = (tile) => left + tile * wide + box / 2;
  picture.text(left - 16, 44, "tile", { anchor: "end", muted: true });
  tiles.forEach((_, tile) => picture.text(middle(tile), 44, tile, { anchor: "middle", muted: true, bold: tile === own }));
  picture.text(left - 16, 60 + high / 2, "published", { anchor: "end", middle: true });
  const kinds = { prefix: "c", sum: "a", own: "a", none: "empty" };
  tiles.forEach(({ state }, tile) => picture.box(left + tile * wide, 60, box, high, { of: kinds[state], label: words[tile], bold: tile === own }));
  // A line for each state that is read, towards the tile that looks back.
  const foot = 60 + high;
  for (let tile = nearest; tile < own; ++tile) {
    const back = own - tile;
    const [low, end] = [foot + 30 + back * 18, middle(own) - 44 + back * 18];
    picture.path([[middle(tile), foot + 4], [middle(tile), low], [end, low], [end, foot + 6]], { of: tile === nearest ? "c" : "a", thick: 2, arrow: true });
  }
  picture.text(left, 250, `exclusive prefix of tile ${own}:  ${between.join(" + ")} + ${upTo(nearest)} = ${upTo(own - 1)}`, { bold: true });
  picture.text(left + 440, 250, `then it publishes INCLUSIVE: ${upTo(own - 1)} + ${tiles[own].sum} = ${upTo(own)}`);
  picture.legend(left, 298, [["a", "PARTIAL: own sum"], ["c", "INCLUSIVE: sum of all tiles up to it"], ["empty", "INVALID: nothing yet"]]);
  return picture;
}
