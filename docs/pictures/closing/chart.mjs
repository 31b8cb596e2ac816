// A decision chart: questions from top to bottom, and to the right of each the technique that one of its answers leads to.
import { Picture, width } from "../kit/svg.mjs";

const left = 16;
const asked = 352;
const chosen = 508;
const step = 78;
const high = 56;

/** Draws a chart. Each of `rows` has a question `ask`, the answer `to` that leads to `technique`, and the `labs` that teach it. The
 * other answer leads to the next question, and from the last one to `end`. */
export function chart({ title, rows, end }) {
  const other = (to) => (to === "no" ? "yes" : "no");
  const picture = new Picture({
    height: rows.length * step + 62,
    title,
    description:
      rows.map(({ ask, to, technique, labs }) => `${ask.replace("\n", " ")} If ${to}: ${technique.replace("\n", " ")}, lab ${labs}.`).join(" ") +
      ` Otherwise: ${end}.`,
  });
  const right = width - left - chosen;
  rows.forEach(({ ask, to, technique, labs }, i) => {
    const y = 10 + i * step;
    picture.box(left, y, asked, high, { of: "a", label: ask });
    picture.box(right, y, chosen - 112, high, { of: "c", label: technique });
    picture.box(right + chosen - 106, y, 106, high, { of: "d", label: labs, bold: true });
    picture.arrow(left + asked + 2, y + high / 2, right - 4, y + high / 2, { thick: 2.5 });
    picture.text(left + asked + 28, y + high / 2 - 9, to, { anchor: "middle", bold: true });
    picture.arrow(left + 60, y + high + 1, left + 60, y + step - 3, { thick: 2.5 });
    picture.text(left + 74, y + high + 17, other(to), { bold: true });
  });
  picture.box(left, 10 + rows.length * step, width - 2 * left, 42, { of: "b", label: end, bold: true });
  return picture;
}
