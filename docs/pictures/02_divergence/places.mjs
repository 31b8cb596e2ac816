import { formulas, lanes } from "./formulas.mjs";
import { placesOf } from "./recorded.mjs";
import { Picture } from "../kit/svg.mjs";

export const records = { solution: ["02", "solutions/02_divergence/student.cu"] };

const left = 116;
const cell = 26;
const high = 32;
const warp = 2;
const lane = 14;

export function draw({ recorded }) {
  const values = placesOf(recorded.solution);
  const firsts = values.filter((value) => value.warp === warp && value.j === 0);
  const { formula, place } = firsts[lane];
  const { of, name } = formulas[formula];
  const rank = firsts.filter((value) => value.lane < lane && value.formula === formula).length;
  const start = formulas.map((_, f) => values.filter((value) => value.formula < f).length);
  const inWarpsBefore = values.filter((value) => value.formula === formula && value.warp < warp).length;
  if (start[formula] + inWarpsBefore + rank !== place) throw new Error("the parts do not add up to the recorded place");

  const picture = new Picture({
    height: 450,
    title: "How a value finds its place",
    description: `The first values of the 32 lanes of warp ${warp}, with their formulas, as recorded. A ballot for formula ${formula} returns one bit for each lane. Lane ${lane} counts ${rank} set bits to its left. Below, the block's 2048 places: the value of lane ${lane} is stored to place ${place}, the sum of ${start[formula]} values of lower formulas, ${inWarpsBefore} values of formula ${formula} in the preceding warps, and ${rank}.`,
  });
  const at = (i) => left + i * cell;
  picture.text(left - 14, 30, "lane", { anchor: "end", muted: true });
  for (const i of [0, 4, 8, lane, 20, 24, 28, 31]) picture.text(at(i) + cell / 2, 30, i, { anchor: "middle", muted: i !== lane, bold: i === lane });
  picture.text(left - 14, 40 + high / 2, "formula", { anchor: "end", middle: true, muted: true });
  picture.row(left, 40, lanes, cell, high, { of: (i) => formulas[firsts[i].formula].of, label: (i) => firsts[i].formula });
  picture.text(left - 14, 94 + high / 2, `is it ${formula}?`, { anchor: "end", middle: true, muted: true });
  picture.row(left, 94, lanes, cell, high, { of: (i) => (firsts[i].formula === formula ? of : "empty"), label: (i) => (firsts[i].formula === formula ? 1 : 0), mono: true });
  picture.path([[at(lane) - 1, 38], [at(lane + 1) + 1, 38], [at(lane + 1) + 1, 128], [at(lane) - 1, 128], [at(lane) - 1, 38]], { of: "strong", thick: 2.5 });
  picture.bracket(at(0), at(lane) - 4, 138, `${rank} ones to the left of lane ${lane}`, { below: true });
  picture.text(at(lanes), 158, "the ballot", { anchor: "end", muted: true });

  const y = 230;
  const wide = lanes * cell;
  const x = (p) => left + (p / values.length) * wide;
  picture.text(left - 14, y + 22, "places", { anchor: "end", middle: true, muted: true });
  formulas.forEach((one, f) => {
    const end = start[f + 1] ?? values.length;
    picture.box(x(start[f]), y, x(end) - x(start[f]), 44, { of: one.of, label: `formula ${f}`, rounding: 0 });
    picture.text(x(start[f]), y + 66, start[f], { anchor: f === 0 ? "start" : "middle", muted: true });
  });
  picture.text(left + wide, y + 66, values.length - 1, { anchor: "end", muted: true });
  picture.arrow(at(lane) + cell / 2, 130, x(place), y - 2, { of: "strong", thick: 2 });
  picture.line(x(place), y, x(place), y + 44, { of: "strong", thick: 3 });

  const sum = [`place ${place}`, `${start[formula]}\nlower formulas`, `${inWarpsBefore}\nin preceding warps`, `${rank}\nin this warp`];
  const part = 188;
  const gap = (wide - sum.length * part) / (sum.length - 1);
  sum.forEach((words, i) => {
    const from = left + i * (part + gap);
    picture.box(from, 346, part, 56, { of: i === 0 ? of : "", label: words, bold: i === 0 });
    if (i > 0) picture.text(from - gap / 2, 374, i === 1 ? "=" : "+", { anchor: "middle", middle: true, bold: true });
  });
  const second = left + part + gap;
  picture.bracket(second, second + 2 * part + gap, 414, "one number, from the scan", { below: true });
  picture.bracket(left + wide - part, left + wide, 414, "from the ballot", { below: true });
  return picture;
}
