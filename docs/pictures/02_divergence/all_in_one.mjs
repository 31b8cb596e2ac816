import { everyFourthLane, formulas, warpOverTime } from "./formulas.mjs";
import { Picture } from "../kit/svg.mjs";

const wide = 86;
const top = 76;

export function draw() {
  const picture = new Picture({
    height: 460,
    title: "One column per lane, and four columns per lane",
    description:
      "Two warps against time, in striped rows. Both execute log, cos, sin and |tan|, one after the other. On the left each lane has one column: in each formula every fourth lane is active, and 32 values advance by one step. On the right each lane has four columns, one for each formula: all 32 lanes are active all the time, and 128 values advance by one step.",
  });
  const bottom = warpOverTime(picture, { x: 86, y: top, wide, title: "One column per lane", slots: everyFourthLane("idle") });
  picture.legend(86, bottom + 74, [["idle", "inactive lane"]]);
  picture.text(86 + 4 * wide, bottom + 74, "32 values, one step", { anchor: "end" });

  warpOverTime(picture, { x: 572, y: top, wide, title: "Four columns per lane", slots: formulas });
  picture.text(572, bottom + 74, "128 values, one step", { bold: true });
  return picture;
}
