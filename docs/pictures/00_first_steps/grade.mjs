// The path of a grade: four steps, and the step that the program reaches after each task.
import { Picture } from "../kit/svg.mjs";

const steps = [
  { name: "builds", asks: "does it compile?", points: "" },
  { name: "runs", asks: "does it return?", points: "" },
  { name: "correct", asks: "are results right?", points: "70 points" },
  { name: "clean", asks: "is every access\nvalid?", points: "30 points" },
];

// The grader's result for the starter code, and after each task; solutions/00_first_steps/NOTES.md has the points.
const states = [
  { name: "starter code", failed: 1, score: 0 },
  { name: "after task 1", failed: 2, score: 10 },
  { name: "after task 2", failed: 2, score: 40 },
  { name: "after task 3", failed: 3, score: 70 },
  { name: "after task 4", failed: 4, score: 100 },
];

const left = 150;
const step = { wide: 164, gap: 16 };
const row = { y: 152, high: 44 };
const across = (i) => left + i * (step.wide + step.gap);

export function draw() {
  const picture = new Picture({
    height: 392,
    title: "The four steps of a grade, and the four tasks",
    description:
      "Four boxes in a row: builds, runs, correct with 70 points, clean with 30 points. Below them a row for each state of the program. The starter code fails at runs, 0 points. After task 1 it fails " +
      "at correct, 10 points; after task 2 at correct, 40 points; after task 3 at clean, 70 points; after task 4 every step is passed, 100 points. Steps after a failed step wait.",
  });
  steps.forEach(({ name, asks, points }, i) => {
    picture.box(across(i), 16, step.wide, 112, { of: "plain" });
    picture.text(across(i) + step.wide / 2, 42, name, { anchor: "middle", mono: true, bold: true, size: 20 });
    picture.text(across(i) + step.wide / 2, 74, asks, { anchor: "middle", middle: true });
    picture.text(across(i) + step.wide / 2, 118, points, { anchor: "middle", muted: true });
    if (i > 0) picture.arrow(across(i) - step.gap, 70, across(i), 70, { thick: 2 });
  });
  picture.text(936, 42, "score", { anchor: "end", bold: true });
  states.forEach(({ name, failed, score }, k) => {
    const y = row.y + k * row.high;
    picture.text(left - 16, y + 18, name, { anchor: "end", middle: true });
    steps.forEach((_, i) => {
      const [of, mark] = i < failed ? ["c", "✔ passed"] : i === failed ? ["waste", "✘ not passed"] : ["idle", ""];
      picture.box(across(i), y, step.wide, 36, { of });
      picture.text(across(i) + step.wide / 2, y + 18, mark || "… waits", { anchor: "middle", middle: true, halo: true, bold: i === failed });
    });
    picture.text(936, y + 18, score, { anchor: "end", middle: true, bold: true, size: 20 });
  });
  return picture;
}
