// The five steps of a scan in a warp, by the number of elements in each lane's sum.

import { Picture } from "../kit/svg.mjs";

const lanes = 32;
const [left, cell, high, step] = [116, 25.8, 30, 62];

export function draw() {
  const picture = new Picture({
    height: 434,
    title: "The five steps of a scan in a warp",
    description:
      "A row for each step, a column for each of the 32 lanes; a number is the count of elements in the lane's sum. It begins with 1 in each lane. After the shuffles over distances 1, 2, 4, 8 and 16 a lane has the sum of 2, 4, 8, 16 and 32 elements, " +
      "or of all up to its own where there are fewer: those lanes are ready. Lines show where the sum of lane 31 comes from.",
  });
  const middle = (lane) => left + (lane + 0.5) * cell;
  let covered = Array(lanes).fill(1);
  const row = (y, name) => {
    picture.text(left - 14, y + high / 2, name, { anchor: "end", middle: true });
    picture.row(left, y, lanes, cell, high, {
      of: (lane) => (covered[lane] === lane + 1 ? "c" : "plain"),
      label: (lane) => covered[lane],
      gap: 2,
    });
  };
  picture.text(left - 14, 32, "lane", { anchor: "end", muted: true });
  for (let lane = 0; lane < lanes; ++lane) picture.text(middle(lane), 32, lane, { anchor: "middle", muted: true });
  let y = 46;
  row(y, "begin");
  for (let distance = 1; distance < lanes; distance *= 2) {
    // The terms of lane 31's result are in lanes that are a multiple of this step's distance below it.
    for (let lane = lanes - 1; lane >= distance; lane -= 2 * distance)
      picture.arrow(middle(lane - distance), y + high + 2, middle(lane), y + step - 2, { of: "a", thick: 2 });
    covered = covered.map((own, lane) => own + (lane >= distance ? covered[lane - distance] : 0));
    y += step;
    row(y, `distance ${distance}`);
  }
  picture.legend(left, 422, [["c", "ready: the sum of all up to this lane"], ["plain", "not yet"]]);
  picture.line(left + 500, 417, left + 530, 417, { of: "a", thick: 2 });
  picture.text(left + 540, 422, "the terms of lane 31's sum");
  return picture;
}
