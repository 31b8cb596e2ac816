import { formulas } from "./formulas.mjs";
import { Picture } from "../kit/svg.mjs";

// The hand-out's eight values, in a block of four threads with two values each.
const values = ["56.2", "98.0", "11.6", "57.1", "140.2", "206.9", "33.3", "12.5"];
const threads = 4;
const left = 150;
const step = 98;
const wide = 88;
const high = 34;

export function draw() {
  const formula = values.map((value) => Math.trunc(Number(value)) % formulas.length);
  const place = values.map((_, i) => values.filter((_, k) => formula[k] < formula[i] || (formula[k] === formula[i] && k < i)).length);
  const picture = new Picture({
    height: 480,
    title: "There, the steps, and back",
    description:
      "A block of four threads with two values each. Each thread stores its values to their places in shared memory; then a barrier. Thread t takes the steps of what stands at the places t and t + 4, mostly values of other threads; then a barrier. Then each thread reads its own results back from the places where it put them.",
  });
  const middle = (at) => left + at * step + wide / 2;
  const right = left + values.length * step - (step - wide);
  const say = (y, words) => picture.text(left - 16, y, words, { anchor: "end", middle: true });
  const boxes = (y, words, at) =>
    values.forEach((_, i) => picture.box(left + at(i) * step, y, wide, high, { of: formulas[formula[i]].of, label: words(i) }));
  const owners = (y, below) => {
    for (let thread = 0; thread < threads; ++thread)
      picture.bracket(left + 2 * thread * step + 4, left + 2 * thread * step + step + wide - 4, y, `thread ${thread}`, { below, muted: true });
  };
  const barrier = (y) => {
    picture.line(left, y, right, y, { of: "strong", thick: 3 });
    say(y, "barrier");
  };
  const own = (i) => i;
  const ordered = (i) => place[i];

  owners(34, false);
  values.forEach((_, i) => picture.arrow(middle(i), 82, middle(place[i]), 144, { of: formulas[formula[i]].of, thick: 2 }));
  boxes(48, (i) => values[i], own);
  say(65, "registers");
  boxes(146, (i) => values[i], ordered);
  say(163, "ordered[]");
  barrier(202);
  boxes(226, (i) => `thread ${place[i] % threads}`, ordered);
  say(243, "who takes\nthe steps");
  barrier(284);
  values.forEach((_, i) => picture.arrow(middle(place[i]), 296, middle(i), 358, { of: formulas[formula[i]].of, thick: 2 }));
  boxes(360, () => "result", own);
  say(377, "registers");
  owners(408, true);
  picture.text(left, 462, "Four threads and eight values here; 256 threads and 2048 values in the lab.", { muted: true });
  return picture;
}
