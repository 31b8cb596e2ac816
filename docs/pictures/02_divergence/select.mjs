import { everyFourthLane, warpOverTime } from "./formulas.mjs";
import { Picture } from "../kit/svg.mjs";

const wide = 86;
const top = 76;

export function draw() {
  const picture = new Picture({
    height: 460,
    title: "A branch, and a selection",
    description:
      "Two warps against time. On the left the warp branches: in each of the four formulas 8 lanes work and 24 wait. On the right each lane computes all four formulas and keeps one result: no lane waits, but three quarters of the results are discarded, and the time is nearly the same.",
  });
  const bottom = warpOverTime(picture, { x: 86, y: top, wide, title: "Branch: 24 of 32 lanes wait", slots: everyFourthLane("idle") });
  picture.legend(86, bottom + 74, [["idle", "inactive lane"]]);
  warpOverTime(picture, { x: 572, y: top, wide, title: "Select: all 32 lanes are busy", slots: everyFourthLane("waste") });
  picture.legend(572, bottom + 74, [["waste", "a discarded result"]]);
  return picture;
}
