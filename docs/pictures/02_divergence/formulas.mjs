// Shared by the pictures of this lab: the four formulas, and the active lanes of a warp in each of them.

/** The formulas 0 to 3: the kind of shape that represents one, and its function. */
export const formulas = [
  { of: "a", name: "log" },
  { of: "b", name: "cos" },
  { of: "c", name: "sin" },
  { of: "d", name: "|tan|" },
];

export const lanes = 32;
const high = 9;

/** Draws a warp over time: a column for each time slot, a line for each lane. An element of `slots` has `of`, the kind of the work
 * of its lanes, a `name`, `works(lane)`, and `rest`, the kind of the inactive lanes. Returns the lower edge of the lanes. */
export function warpOverTime(picture, { x, y, wide, title, slots }) {
  const tall = lanes * high;
  picture.text(x, y - 40, title, { bold: true });
  picture.text(x - 10, y + high / 2, "lane 0", { anchor: "end", middle: true, muted: true });
  picture.text(x - 10, y + tall - high / 2, "lane 31", { anchor: "end", middle: true, muted: true });
  slots.forEach(({ of, name, works = () => true, rest = "idle" }, i) => {
    const left = x + i * wide;
    picture.text(left + wide / 2, y - 10, name, { anchor: "middle", of });
    if (Array.from({ length: lanes }, (_, lane) => lane).some((lane) => !works(lane)))
      picture.box(left, y, wide, tall, { of: rest, rounding: 0 });
    for (let lane = 0; lane < lanes; ++lane)
      if (works(lane)) picture.box(left, y + lane * high, wide, high, { of, rounding: 0 });
  });
  picture.arrow(x, y + tall + 16, x + slots.length * wide, y + tall + 16);
  picture.text(x + (slots.length * wide) / 2, y + tall + 38, "time", { anchor: "middle", muted: true });
  return y + tall;
}

/** Returns the slots of a warp whose lane i has column i: each formula has every fourth lane. */
export const everyFourthLane = (rest) => formulas.map(({ of, name }, f) => ({ of, name, rest, works: (lane) => lane % formulas.length === f }));
