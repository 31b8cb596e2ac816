// Look back to your own last tile: what a block knows already, and what it adds up.

import { Picture } from "../kit/svg.mjs";

const blocks = [0, 1, 2, 3, 1, 0, 3, 2, 0, 1]; // which block took which ticket
const sums = [7, 4, 9, 2, 6, 5, 8, 3, 1, 4];
const [me, now] = [2, 7];
const [left, wide, box, high] = [104, 84, 76, 40];

export function draw() {
  const last = blocks.lastIndexOf(me, now - 1);
  const carry = sums.slice(0, last + 1).reduce((sum, one) => sum + one);
  const between = sums.slice(last + 1, now);
  const before = carry + between.reduce((sum, one) => sum + one);
  const picture = new Picture({
    height: 330,
    title: "Look back to your own last tile",
    description:
      `Ten tiles in a row, with the block that took each: ${blocks.join(", ")}. Block ${me} is at tile ${now}, and its last tile was ${last}. It knows the sum of all up to there, ${carry}, ` +
      `and adds the published sums of the tiles between, ${between.join(", ")}, each read by a thread of its own: ${before}.`,
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
  picture.bracket(x(0), x(last) + box, 160, `known from its last tile: ${carry}`, { below: true });
  picture.bracket(x(last + 1), x(now - 1) + box, 160, "one thread reads one sum", { below: true });
  picture.arrow(x(now) + box / 2, 206, x(now) + box / 2, 146, { of: "b", thick: 2.5 });
  picture.text(x(now) - 4, 226, `block ${me} is here`, { bold: true, of: "b" });
  picture.text(left, 258, `before tile ${now}:  ${carry} + ${between.join(" + ")} = ${before}`, { bold: true });
  picture.legend(left, 312, [["c", "known to block 2"], ["a", "published by other blocks"], ["empty", "not needed"]]);
  return picture;
}
