// Each large step removes a part of an iteration, and the next row magnifies the rest: a bar's left part is the next bar.

import { Picture } from "../kit/svg.mjs";
import { iteration, steps, time } from "./steps.mjs";

const [left, right, high, step, top] = [300, 640, 26, 53, 60];

export function draw({ results }) {
  const picture = new Picture({
    height: top + (steps.length - 1) * step + high + 18,
    title: "One iteration after each step, magnified",
    description:
      "A bar for one iteration after each large step. The hatched part at its right end is the time that the next step removes; the rest is drawn as wide as the whole bar in the next row. " +
      "The shares that are removed vary: the update on the host is the first, and the wait for the host is the last.",
  });
  picture.text(left - 16, 30, "one iteration", { anchor: "end", muted: true });
  picture.legend(left, 32, [["a", "stays"], ["waste", "removed by the next step"]]);
  steps.forEach(({ rung, name, part }, i) => {
    const y = top + i * step;
    const whole = iteration(results, rung);
    picture.text(20, y + high / 2, name, { middle: true });
    picture.text(left - 16, y + high / 2, time(whole), { anchor: "end", middle: true, bold: true });
    if (!part) return picture.box(left, y, right - left, high, { of: "a", rounding: 0 });
    const share = 1 - iteration(results, steps[i + 1].rung) / whole;
    const cut = right - (right - left) * share;
    picture.path([[left, y + high], [left, y + step]], { of: "guide" });
    picture.path([[cut, y + high], [right, y + step]], { of: "guide" });
    picture.box(left, y, cut - left, high, { of: "a", rounding: 0 });
    picture.box(cut, y, right - cut, high, { of: "waste", rounding: 0 });
    picture.text(right + 16, y + high / 2, `${Math.round(share * 100)} %`, { middle: true, bold: true });
    picture.text(right + 66, y + high / 2, part, { middle: true });
  });
  return picture;
}
