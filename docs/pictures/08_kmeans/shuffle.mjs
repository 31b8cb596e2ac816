// How the lanes of a warp add up their values by shuffles. Eight lanes represent 32.

import { Picture } from "../kit/svg.mjs";

const values = [3, 1, 4, 1, 5, 9, 2, 6];
const [left, wide, high, step] = [190, 92, 40, 92];

export function draw() {
  const picture = new Picture({
    height: 412,
    title: "A reduction by shuffles",
    description:
      "Eight lanes with a value each. With distance 4 the first four lanes add the value of the lane that is four higher; with distance 2 two lanes continue, and with distance 1 lane 0 gets the sum of all, 31.",
  });
  const x = (lane) => left + lane * wide;
  picture.text(left - 24, 34, "lane", { anchor: "end", muted: true });
  values.forEach((_, lane) => picture.text(x(lane) + 32, 34, lane, { anchor: "middle", muted: true }));
  let now = [...values];
  const row = (y, words, alive) => {
    picture.text(left - 24, y + high / 2, words, { anchor: "end", middle: true });
    now.forEach((value, lane) => picture.box(x(lane), y, 64, high, { of: lane < alive ? "a" : "empty", label: lane < alive ? value : "", bold: lane < alive }));
  };
  let y = 52;
  row(y, "value", 8);
  for (let distance = 4; distance >= 1; distance /= 2) {
    for (let lane = 0; lane < distance; ++lane) {
      picture.arrow(x(lane) + 32, y + high + 2, x(lane) + 32, y + step - 3);
      picture.arrow(x(lane + distance) + 32, y + high + 2, x(lane) + 44, y + step - 3, { of: "d", thick: 2 });
    }
    now = now.map((value, lane) => (lane < distance ? value + now[lane + distance] : value));
    y += step;
    row(y, `distance ${distance}`, distance);
  }
  picture.line(x(4), 394, x(4) + 40, 394, { of: "d", thick: 2 }).text(x(4) + 52, 399, "a register of another lane");
  return picture;
}
