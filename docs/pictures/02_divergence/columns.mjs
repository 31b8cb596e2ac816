import { formulas } from "./formulas.mjs";
import { accesses } from "./recorded.mjs";
import { Picture } from "../kit/svg.mjs";

export const records = {
  one: ["02", "solutions/02_divergence/ladder/1_coalesced.cu"],
  warps: ["02", "solutions/02_divergence/ladder/4_regrouped_warps.cu"],
  four: ["02", "solutions/02_divergence/student.cu"],
};

const shown = 20;
const cell = 40;
const left = 120;
const high = 30;

/** Returns the columns of the first row that the lanes of `access` take. */
const columnsOf = (access) => access.lanes.map((offset) => offset / 4);

function lanesOf(picture, y, access) {
  const wide = access.bytes / 4;
  picture.text(left - 14, y + high / 2, `warp ${access.warp}`, { anchor: "end", middle: true, muted: true });
  columnsOf(access).forEach((first, lane) => {
    if (first + wide > shown) return;
    for (let column = first; column < first + wide; ++column)
      picture.box(left + column * cell, y, cell, high, { of: formulas[column % formulas.length].of, rounding: 0 });
    if (wide > 1) picture.path([[left + first * cell, y], [left + (first + wide) * cell, y], [left + (first + wide) * cell, y + high], [left + first * cell, y + high], [left + first * cell, y]], { of: "strong", thick: 2 });
    const middle = left + (first + wide / 2) * cell;
    if (wide > 1) picture.text(middle, y + high + 20, `lane ${lane}`, { anchor: "middle" });
    else picture.text(middle, y + high / 2, lane, { anchor: "middle", middle: true });
  });
}

export function draw({ recorded }) {
  const picture = new Picture({
    height: 456,
    title: "Which lane takes which column",
    description:
      "The first 20 columns of a striped row, with their formulas 0, 1, 2, 3 and so on, and below them the lane that takes each column, as recorded. One column per lane: lane 0 takes column 0, lane 1 column 1, so that one warp has all four formulas. One formula per warp: warp 0 takes the columns 0, 4, 8 and so on, warp 1 the columns 1, 5, 9, and so on for the warps 2 and 3. Four columns per lane: lane 0 takes the columns 0 to 3, lane 1 the columns 4 to 7.",
  });
  picture.text(left - 14, 27, "column", { anchor: "end", middle: true, muted: true });
  picture.text(left - 14, 59, "formula", { anchor: "end", middle: true, muted: true });
  for (let column = 0; column < shown; ++column) {
    picture.text(left + (column + 0.5) * cell, 27, column, { anchor: "middle", middle: true, muted: true });
    picture.box(left + column * cell, 44, cell, high, { of: formulas[column % formulas.length].of, label: column % formulas.length, rounding: 0 });
  }
  picture.text(left, 110, "one column per lane: 32 lanes, four formulas", { bold: true });
  picture.text(left + shown * cell, 110, "number in a box: lane", { anchor: "end", muted: true });
  lanesOf(picture, 120, accesses(recorded.one, "in[i]", { kind: "load", warp: 0 })[0]);
  picture.text(left, 192, "one formula per warp: every fourth column", { bold: true });
  for (let warp = 0; warp < formulas.length; ++warp)
    lanesOf(picture, 202 + warp * (high + 4), accesses(recorded.warps, "in[i]", { kind: "load", warp, kernel: "transform_striped" })[0]);
  picture.text(left, 378, "four columns per lane: each lane has all four formulas", { bold: true });
  lanesOf(picture, 388, accesses(recorded.four, "reinterpret_cast<const float4*>", { warp: 0, kernel: "transform_striped" })[0]);
  return picture;
}
