// How to approach a kernel without tasks: five steps, and the point at which to stop.
import { Picture } from "../kit/svg.mjs";

const steps = [
  { name: "measure", words: "time, bytes,\noperations" },
  { name: "compare", words: "how far from\nthe limit?" },
  { name: "name it", words: "what does\nit wait for?" },
  { name: "predict", words: "one technique:\nwhat will it gain?" },
  { name: "change", words: "that one thing,\nand grade it" },
];
const wide = 156;
const gap = 38;
const high = 108;
const y = 66;
const left = (i) => 14 + i * (wide + gap);

export function draw() {
  const picture = new Picture({
    height: 346,
    title: "The method: measure, compare, name, predict, change, and measure again",
    description:
      "Five boxes in a row with arrows from one to the next, and an arrow from the last back to the first. " +
      `${steps.map(({ name, words }) => `${name}: ${words.replace("\n", " ")}`).join(". ")}. Below the second box is the exit: near the limit, stop.`,
  });
  const middle = y + high / 2;
  steps.forEach(({ name, words }, i) => {
    picture.box(left(i), y, wide, high, { of: i === 1 ? "b" : "a" });
    picture.text(left(i) + wide / 2, y + 32, `${i + 1}  ${name}`, { anchor: "middle", bold: true, size: 20 });
    picture.text(left(i) + wide / 2, y + 72, words, { anchor: "middle", middle: true });
    if (i > 0) picture.arrow(left(i - 1) + wide + 2, middle, left(i) - 4, middle, { thick: 2.5 });
  });
  const last = left(4) + wide / 2;
  const first = left(0) + wide / 2;
  picture.path([[last, y - 2], [last, 30], [first, 30], [first, y - 5]], { thick: 2.5, arrow: true });
  picture.text(480, 22, "another part is the limiter now", { anchor: "middle", muted: true });
  const below = left(1) + wide / 2;
  picture.arrow(below, y + high + 2, below, 236, { thick: 2.5 });
  picture.text(below + 12, 212, "near it", { muted: true });
  picture.text((left(1) + wide + left(2)) / 2 - 2, middle - 10, "far", { muted: true, anchor: "middle" });
  picture.box(left(1) - 40, 240, wide + 80, 92, { of: "c" });
  picture.text(below, 268, "stop", { anchor: "middle", bold: true, size: 20 });
  picture.text(below, 304, "state the limit, and how\nmany % of it you reach", { anchor: "middle", middle: true });
  return picture;
}
