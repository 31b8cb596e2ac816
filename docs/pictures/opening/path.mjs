// The six steps of a grade, what each checks, and where it runs.
import { Picture } from "../kit/svg.mjs";

// `points` of most labs; `other`: different points in the labs whose starter code is already right.
const steps = [
  { name: "builds", looks: "the compiler's\nresult", where: "nvcc" },
  { name: "runs", looks: "does it\nreturn?", where: "GPU or simulator" },
  { name: "correct", looks: "every output,\nevery case", where: "GPU or simulator", points: 40, other: 20 },
  { name: "clean", looks: "every access\nto memory", where: "simulator", points: 10 },
  { name: "technique", looks: "counters of\nthe kernels", where: "simulator", points: 20, other: 40 },
  { name: "fast", looks: "time against\nthe baseline", where: "GPU, or modelled", points: 30 },
];

const wide = 124;
const gap = 70;
const left = 18;
const upper = 56;
const lower = 262;

export function draw() {
  const picture = new Picture({
    height: 434,
    title: "The six steps of a grade",
    description:
      "Six steps. " + steps.map(({ name, looks, where }) => `${name}: ${looks.replaceAll("\n", " ")}; ${where}`).join(". ") +
      ". The first four are in a row. Technique and fast are after them, one above the other, and do not wait for each other.",
  });
  picture.text(left, 30, "student.cu", { mono: true, bold: true, size: 18 });
  picture.text(left + 128, 30, "A step that is not passed stops all steps after it. The report has the reason.", { muted: true });
  const middle = (upper + lower) / 2;
  const places = steps.map((_, i) => [left + Math.min(i, 4) * (wide + gap) + (i > 3 ? 20 : 0), i < 4 ? middle : i === 4 ? upper : lower]);
  places.slice(1).forEach(([x, y], i) => {
    const [fromX, fromY] = places[Math.min(i, 3)];
    const start = fromX + wide + 2;
    if (y === fromY) picture.arrow(start, y + 60, x - 4, y + 60, { thick: 2.5 });
    else picture.path([[start, fromY + 60], [start + gap / 2, fromY + 60], [start + gap / 2, y + 60], [x - 4, y + 60]], { thick: 2.5, arrow: true });
  });
  steps.forEach(({ name, looks, where, points, other }, i) => {
    const [x, y] = places[i];
    const of = where.startsWith("GPU,") ? "b" : "a";
    picture.box(x, y, wide, 120, { of });
    picture.text(x + wide / 2, y + 26, name, { anchor: "middle", bold: true, mono: true, size: 18 });
    picture.text(x + wide / 2, y + 70, looks, { anchor: "middle", middle: true });
    picture.text(x + wide / 2, y + 140, where, { anchor: "middle", muted: true });
    if (points) picture.text(x + wide / 2, y + 162, `${points} points`, { anchor: "middle", bold: true });
    if (other) picture.text(x + wide / 2, y + 184, `in 04 and 08: ${other}`, { anchor: "middle" });
  });
  return picture;
}
