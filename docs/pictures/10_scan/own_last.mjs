// Look-back to the block's own previous tile: the prefix that the block has, and the sums that it adds.

import { Picture } from "../kit/svg.mjs";

const blocks = [0, 1, 2, 3, 1, 0, 3, 2, 0, 1]; // the block that took each ticket
const sums = [7, 4, 9, 2, 6, 5, 8, 3, 1, 4];
const [me, now] = [2, 7];
const [left, wide, box, high] = [104, 84, 76, 40];

export function draw() {
  const last = blocks.lastIndexOf(me, now - 1);
  const carry = sums.slice(0, last + 1).reduce((sum, one) => sum + one);
  const published = sums.slice(last + 1, now);
  const exclusive = carry + published.reduce((sum, one) => sum + one);
  const picture = new Picture({
    height: 330,
    title: "Look back to your own previous tile",
    description:
      `Ten consecutive tiles, with the block that took each: ${blocks.join(", ")}. Block ${me} is at tile ${now}, and its previous tile was ${last}. It has the inclusive prefix of that tile, ${carry}, ` +
      `and adds the published sums of the tiles between, ${published.join(", ")}, each read by a different thread: ${exclusive}.`,
  });
  const x = (tile) => left + tile * wide;
  const label = (y, words) => picture.text(left - 16, y + high / 2, words, { anchor: "end", middle: true });
  picture.text(left - 16, 36, "tile", { anchor: "end", muted: true });
  label(50, "block");
  label(102, "sum");
  blocks.forEach((block, tile) => {
    picture.text(x(tile) + box / 2, 36, tile, { anchor: "middle", muted: true });
    picture.box(x(tile), 50, box, high, { of: block === me ? "b" : "plain", label: block, bold: block === me });
    const of = tile === now ? "b" : tile > last && tile < now ? "a" : tile <= last ? "c" : "empty";
    picture.box(x(tile), 102, box, high, { of, label: tile > now ? "" : sums[tile] });
  });
  picture.bracket(x(0), x(last) + box, 160, `from its previous tile: ${carry}`, { below: true });
  picture.bracket(x(last + 1), x(now - 1) + box, 160, "one thread reads one sum", { below: true });
  picture.arrow(x(now) + box / 2, 206, x(now) + box / 2, 146, { of: "b", thick: 2.5 });
  picture.text(x(now) - 4, 226, `block ${me} is here`, { bold: true, of: "b" });
  picture.text(left, 258, `exclusive prefix of tile ${now}:  ${carry} + ${published.join(" + ")} = ${exclusive}`, { bold: true });
  picture.legend(left, 312, [["c", "in block 2's inclusive prefix"], ["a", "published by other blocks"], ["empty", "not needed"]]);
  return picture;
}
