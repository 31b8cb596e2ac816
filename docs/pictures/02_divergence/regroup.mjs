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
    height: 464,
    title: "To the places, the steps, and back",
    description:
      "A block of four threads with two values each. Each thread stores its values to their places in shared memory, in the order of their formulas; then a barrier. Thread t takes the steps of the values at the places t and t + 4, mostly values of other threads; then a barrier. Then each thread reads its own results back from the places to which it stored the values.",
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

  const formulasOf = (y) =>
    formulas.forEach((_, number) => {
      const places = place.filter((_, i) => formula[i] === number);
      const [first, last] = [Math.min(...places), Math.max(...places)];
      picture.bracket(left + first * step + 4, left + last * step + wide - 4, y, `formula ${number}`, { below: true, muted: true });
    });

  owners(34, false);
  values.forEach((_, i) => picture.arrow(middle(i), 82, middle(place[i]), 140, { of: formulas[formula[i]].of, thick: 2 }));
  boxes(48, (i) => values[i], own);
  say(65, "registers");
  boxes(142, (i) => values[i], ordered);
  say(159, "ordered[]");
  formulasOf(188);
  barrier(228);
  boxes(252, (i) => `thread ${place[i] % threads}`, ordered);
  say(269, "takes\nthe steps");
  values.forEach((_, i) => {
    const [from, to] = [middle(place[i]), middle(i)];
    picture.path([[from, 286], [from, 320], [to, 378]], { of: formulas[formula[i]].of, thick: 2, arrow: true });
  });
  barrier(310);
  boxes(380, () => "result", own);
  say(397, "registers");
  owners(428, true);
  return picture;
}
