import { everyFourthLane, formulas, warpOverTime } from "./formulas.mjs";
import { Picture } from "../kit/svg.mjs";

const wide = 86;
const top = 76;

export function draw() {
  const picture = new Picture({
    height: 460,
    title: "One column a lane, and four columns a lane",
    description:
      "Two warps against time, in striped rows. Both go through log, cos, sin and |tan|, one after the other. On the left a lane has one column: in each formula every fourth lane works, and 32 values get one step further. On the right a lane has four columns, one of each formula: all 32 lanes work all the time, and 128 values get one step further.",
  });
  const bottom = warpOverTime(picture, { x: 86, y: top, wide, title: "A lane has one column", slots: everyFourthLane("idle") });
  picture.legend(86, bottom + 74, [["idle", "this lane waits"]]);
  picture.text(86 + 4 * wide, bottom + 74, "32 values gain a step", { anchor: "end" });

  warpOverTime(picture, { x: 572, y: top, wide, title: "A lane has four columns", slots: formulas });
  picture.text(572, bottom + 74, "128 values gain a step", { bold: true });
  return picture;
}
