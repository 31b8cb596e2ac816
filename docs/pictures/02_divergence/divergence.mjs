import { everyFourthLane, formulas, warpOverTime } from "./formulas.mjs";
import { Picture } from "../kit/svg.mjs";

const wide = 86;
const top = 76;

export function draw() {
  const picture = new Picture({
    height: 460,
    title: "One step of two warps, lane by lane",
    description:
      "Time runs to the right, and the 32 lanes of a warp are drawn from top to bottom. On the left a warp with four formulas among its lanes: it spends one time slot on each formula, and in each slot 8 lanes work and 24 wait. On the right a warp whose 32 values all have the formula cos: one time slot with all lanes active, and the rest of the time is free for other warps.",
  });
  const bottom = warpOverTime(picture, { x: 86, y: top, wide, title: "Four formulas among 32 lanes", slots: everyFourthLane("idle") });
  picture.legend(86, bottom + 74, [["idle", "inactive lane"]]);
  picture.text(86 + 4 * wide, bottom + 74, "8 of 32 lanes active", { anchor: "end" });

  const right = 572;
  const cos = formulas[1];
  warpOverTime(picture, { x: right, y: top, wide, title: "One formula for all 32 lanes", slots: [cos] });
  picture.box(right + wide + 6, top, 3 * wide - 6, bottom - top, { of: "empty", label: "free for\nother warps" });
  picture.text(right, bottom + 74, "32 of 32 lanes active");
  return picture;
}
