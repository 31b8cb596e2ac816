import { formulas, lanes } from "./formulas.mjs";
import { placesOf } from "./recorded.mjs";
import { Picture } from "../kit/svg.mjs";

export const records = { solution: ["02", "solutions/02_divergence/student.cu"] };

const left = 40;
const step = 13.75;
const wide = 12;
const tall = 104;

/** Returns the number of values of each formula in a group. */
const countsOf = (group) => formulas.map((_, f) => group.filter((value) => value.formula === f).length);

function bars(picture, y, groups) {
  groups.forEach((group, i) => {
    let at = y;
    countsOf(group).forEach((count, f) => {
      if (count === 0) return;
      const high = (count / lanes) * tall;
      picture.box(left + i * step, at, wide, high, { of: formulas[f].of, rounding: 0 });
      at += high;
    });
  });
}

const formulasIn = (groups) => groups.reduce((sum, group) => sum + countsOf(group).filter((count) => count > 0).length, 0);

export function draw({ recorded }) {
  const values = placesOf(recorded.solution);
  const groups = Array.from({ length: values.length / lanes }, (_, i) => i);
  const inInputOrder = groups.map((i) => values.slice(i * lanes, (i + 1) * lanes));
  const ordered = groups.map((i) => values.filter((value) => Math.floor(value.place / lanes) === i));
  const split = ordered.filter((group) => countsOf(group).filter((count) => count > 0).length > 1).length;
  const picture = new Picture({
    height: 420,
    title: "The 64 groups of a block, in input order and ordered by formula",
    description: `A bar for each group of 32 values that a warp takes together, as recorded for one block; its parts are the formulas among the 32 values. In input order, each of the 64 groups has all four formulas, so that the warps execute ${formulasIn(inInputOrder)} formulas in all. Ordered, ${groups.length - split} groups have one formula and ${split} have two: ${formulasIn(ordered)} in all.`,
  });
  picture.text(left, 32, "input order", { bold: true });
  picture.text(960 - left, 32, `${groups.length} groups execute ${formulasIn(inInputOrder)} formulas`, { anchor: "end" });
  bars(picture, 46, inInputOrder);
  picture.text(left, 210, "ordered", { bold: true });
  picture.text(960 - left, 210, `${groups.length} groups execute ${formulasIn(ordered)} formulas`, { anchor: "end" });
  bars(picture, 224, ordered);
  formulas.forEach((one, f) => {
    const places = ordered.map((group, i) => (countsOf(group)[f] === Math.max(...countsOf(group)) ? i : -1)).filter((i) => i >= 0);
    const [from, to] = [left + places[0] * step, left + places.at(-1) * step + wide];
    picture.bracket(from + 3, to - 3, 342, `formula ${f}`, { below: true });
  });
  const halved = ordered.map((group, i) => (countsOf(group).filter((count) => count > 0).length > 1 ? i : -1)).filter((i) => i >= 0);
  picture.text(left, 404, `Two formulas: the groups ${halved.slice(0, -1).join(", ")} and ${halved.at(-1)}, where one formula ends and the next begins.`);
  return picture;
}
