import { everyFourthLane, formulas, warpOverTime } from "./formulas.mjs";
import { Picture } from "../kit/svg.mjs";

const wide = 86;
const top = 76;

export function draw() {
  const picture = new Picture({
    height: 460,
    title: "One step of two warps, lane by lane",
    description:
      "Time runs to the right, the 32 lanes of a warp stand below one another. On the left a warp with four formulas among its lanes: it spends one stretch of time on each formula, and in each of them 8 lanes work and 24 wait. On the right a warp whose 32 values all have the formula cos: one stretch of time, all lanes at work, and the rest of the time is free for other warps.",
  });
  const bottom = warpOverTime(picture, { x: 86, y: top, wide, title: "Four formulas among 32 lanes", slots: everyFourthLane("idle") });
  picture.legend(86, bottom + 74, [["idle", "this lane waits"]]);
  picture.text(86 + 4 * wide, bottom + 74, "8 of 32 lanes at work", { anchor: "end" });

  const right = 572;
  const cos = formulas[1];
  warpOverTime(picture, { x: right, y: top, wide, title: "One formula for all 32 lanes", slots: [cos] });
  picture.box(right + wide + 6, top, 3 * wide - 6, bottom - top, { of: "empty", label: "free for\nother warps" });
  picture.text(right, bottom + 74, "32 of 32 lanes at work");
  return picture;
}
