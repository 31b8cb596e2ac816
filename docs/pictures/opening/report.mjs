// A grade as the terminal shows it: the report on a first attempt at lab 01, whose accesses are coalesced and whose loads are not yet in flight.
import { Picture } from "../kit/svg.mjs";

export const grades = { first: ["01", "solutions/01_occupancy/ladder/1_coalesced.cu"] };

const size = 16;
const line = 21;

/** The report up to the first table, and the line with the score. */
function shown(report) {
  const lines = report.trimEnd().split("\n");
  const end = lines.findIndex((text) => text.startsWith("      kernel"));
  const score = lines.find((text) => text.startsWith("  Score"));
  return ["$ make grade LAB=01", ...lines.slice(0, end), score];
}

export function draw({ recorded }) {
  const lines = shown(recorded.first);
  const picture = new Picture({
    height: lines.length * line + 32,
    title: "The report of a grade",
    description: "The text of a grade in a terminal. " + lines.map((text) => text.trim()).filter(Boolean).join(" "),
  });
  picture.box(0, 0, 960, lines.length * line + 32, { of: "plain", rounding: 8 });
  lines.forEach((text, i) => {
    const failed = text.includes("✘");
    const passed = text.includes("✔");
    picture.text(24, 28 + i * line, text.replaceAll(" ", "\u00a0"), { mono: true, size, bold: failed || passed || text.startsWith("$"), of: failed ? "waste" : passed ? "c" : "" });
  });
  return picture;
}
