// One shuffle: each lane gets the value of the lane two below it. The picture has eight lanes instead of 32.

import { Picture } from "../kit/svg.mjs";

const values = [3, 1, 4, 1, 5, 9, 2, 6];
const distance = 2;
const [left, wide, box, high] = [196, 92, 68, 40];

export function draw() {
  const picture = new Picture({
    height: 330,
    title: "A shuffle from lower lanes",
    description:
      "Eight lanes with a value each. __shfl_up_sync with distance 2 gives lane i the value of lane i - 2. Lanes 0 and 1 have no lane 2 below and get their own value back, which they must not add. " +
      "Below, the sums after this step: lanes 0 and 1 keep their values.",
  });
  const x = (lane) => left + lane * wide;
  const label = (y, words, mono) => picture.text(left - 20, y + high / 2, words, { anchor: "end", middle: true, mono });
  picture.text(left - 20, 34, "lane", { anchor: "end", muted: true });
  values.forEach((_, lane) => picture.text(x(lane) + box / 2, 34, lane, { anchor: "middle", muted: true }));

  const got = values.map((value, lane) => (lane < distance ? value : values[lane - distance]));
  label(50, "sum", true);
  values.forEach((value, lane) => picture.box(x(lane), 50, box, high, { of: "a", label: value }));
  values.forEach((_, lane) => {
    if (lane + distance < values.length) picture.arrow(x(lane) + box / 2, 92, x(lane + distance) + box / 2, 156, { of: "d", thick: 2 });
  });
  for (let lane = 0; lane < distance; ++lane) picture.arrow(x(lane) + 12, 92, x(lane) + 12, 156, { of: "waste" });
  label(160, "addend", true);
  got.forEach((value, lane) => picture.box(x(lane), 160, box, high, { of: lane < distance ? "waste" : "d", label: lane < distance ? "" : value }));
  for (let lane = 0; lane < distance; ++lane) picture.text(x(lane) + box / 2, 160 + high / 2, got[lane], { anchor: "middle", middle: true, halo: true });
  label(236, "sum", true);
  values.forEach((value, lane) => {
    picture.arrow(x(lane) + box / 2, 202, x(lane) + box / 2, 233);
    picture.box(x(lane), 236, box, high, { of: lane < distance ? "plain" : "a", label: lane < distance ? value : value + got[lane], bold: lane >= distance });
  });
  picture.legend(left, 312, [["d", "value of the lane 2 below"], ["waste", "its own value: not added"], ["plain", "as before"]]);
  return picture;
}
