// Plots of measured numbers: bars, curves and a roofline. Scales and ticks come from d3, the shapes from Picture.

import { format } from "d3-format";
import { scaleBand, scaleLinear, scaleLog } from "d3-scale";
import { line } from "d3-shape";
import { Picture, smallest, width } from "./svg.mjs";

/** Formats a number for readers: three significant digits, without trailing zeros. */
export const brief = (value) => (value >= 1000 ? format(",.0f")(value).replaceAll(",", " ") : format(".3~r")(value));

const margin = { top: 56, right: 40, bottom: 56, left: 92 };

/** Draws horizontal bars in a column. Each has `name`, `value` and, if it has a kind, `of`; `note` is text after the value, and
 * `words` means that the name is not a file name. `marks` are named values, drawn as lines across all bars. */
export function bars({ title, description, unit, entries, marks = [], mono = true, logarithmic = false }) {
  const step = 32;
  const wide = ({ name, words = !mono }) => name.length * smallest * (words ? 0.55 : 0.61);
  const left = 24 + Math.max(...entries.map(wide));
  const top = 40 + marks.length * 24;
  const bottom = top + entries.length * step;
  const right = width - 150;
  const highest = Math.max(...entries.map((entry) => entry.value), ...marks.map((mark) => mark.value));
  const lowest = Math.min(...entries.map((entry) => entry.value));
  const x = logarithmic
    ? scaleLog([Math.min(1, lowest / 1.5), highest], [left, right])
    : scaleLinear([0, highest], [left, right]).nice();
  const y = scaleBand(entries.map((_, i) => i), [top, bottom]).padding(0.22);
  const picture = new Picture({ height: bottom + 56, title, description });

  const ticks = logarithmic ? x.ticks(4).filter((tick) => Number.isInteger(Math.log10(tick))) : x.ticks(6);
  for (const tick of ticks) {
    picture.line(x(tick), top, x(tick), bottom, { of: "grid" });
    picture.text(x(tick), bottom + 22, brief(tick), { anchor: "middle", muted: true });
  }
  picture.text(right, bottom + 46, unit, { anchor: "end", muted: true });
  marks.forEach((mark, i) => {
    const at = x(mark.value);
    const high = 30 + i * 24;
    picture.line(at, high + 6, at, bottom, { of: "guide", thick: 2 });
    const before = at > width / 2;
    picture.text(at + (before ? -6 : 6), high + 4, mark.name, { anchor: before ? "end" : "start", muted: true });
  });
  entries.forEach((entry, i) => {
    const from = x.range()[0];
    picture.text(left - 10, y(i) + y.bandwidth() / 2, entry.name, { anchor: "end", middle: true, mono: mono && !entry.words, bold: entry.bold });
    picture.box(from, y(i), Math.max(1, x(entry.value) - from), y.bandwidth(), { of: entry.of ?? "a", rounding: 1 });
    const words = brief(entry.value) + (entry.note ? `  ${entry.note}` : "");
    const at = entry.note ? x(entry.value) + 8 : besideMarks(x(entry.value) + 8, words, marks.map((mark) => x(mark.value)));
    picture.text(at, y(i) + y.bandwidth() / 2, words, { middle: true, bold: entry.bold, halo: true });
  });
  return picture;
}

/** Returns the first position from `at` on at which the words cross none of `lines`. */
function besideMarks(at, words, lines) {
  const wide = words.length * smallest * 0.6;
  return [...lines].sort((p, q) => p - q).reduce((from, line) => (from - 8 < line && line < from + wide + 4 ? line + 8 : from), at);
}

const scaleOf = (kind, domain, range) => (kind === "log" ? scaleLog(domain, range) : scaleLinear(domain, range).nice());

/** Returns the ticks of an axis: the given values, or round values from d3. */
const ticksOf = (axis, scale) =>
  axis.ticks ?? (axis.scale === "log" ? scale.ticks(5).filter((t) => Number.isInteger(Math.log10(t))) : scale.ticks(6));

function frame(picture, x, y, axisX, axisY, bottom) {
  for (const tick of ticksOf(axisX, x)) {
    picture.line(x(tick), margin.top, x(tick), bottom, { of: "grid" });
    picture.text(x(tick), bottom + 24, axisX.words?.(tick) ?? brief(tick), { anchor: "middle", muted: true });
  }
  for (const tick of ticksOf(axisY, y)) {
    picture.line(margin.left, y(tick), width - margin.right, y(tick), { of: "grid" });
    picture.text(margin.left - 10, y(tick), axisY.words?.(tick) ?? brief(tick), { anchor: "end", middle: true, muted: true });
  }
  picture.text(width - margin.right, bottom + 48, axisX.name, { anchor: "end", muted: true });
  picture.text(16, margin.top - 22, axisY.name, { muted: true });
}

const dots = { a: "circle", b: "square", c: "triangle", d: "diamond" };

/** Draws a point whose shape, and not only its colour, identifies its curve. */
function dot(picture, x, y, of) {
  const r = 6;
  if (dots[of] === "square") return picture.box(x - r, y - r, 2 * r, 2 * r, { of, rounding: 0 });
  if (dots[of] === "triangle") return picture.path(`M${x},${y - r - 1}L${x + r + 1},${y + r}L${x - r - 1},${y + r}Z`, { of, filled: true });
  if (dots[of] === "diamond") return picture.path(`M${x},${y - r - 2}L${x + r + 2},${y}L${x},${y + r + 2}L${x - r - 2},${y}Z`, { of, filled: true });
  return picture.circle(x, y, r, { of });
}

/** Draws curves over one axis. Each has `name`, `of` (a to d) and `points` [[x, y], ...]; its name is at its last point, or
 * at point number `named`. Axes are { name, scale: "linear" or "log", domain, ticks }. `marks` are horizontal lines. */
export function curves({ title, description, x: axisX, y: axisY, series, marks = [], height = 460 }) {
  const bottom = height - margin.bottom;
  const x = scaleOf(axisX.scale, axisX.domain, [margin.left, width - margin.right]);
  const y = scaleOf(axisY.scale, axisY.domain, [bottom, margin.top]);
  const picture = new Picture({ height, title, description });
  frame(picture, x, y, axisX, axisY, bottom);
  for (const mark of marks) {
    picture.line(margin.left, y(mark.value), width - margin.right, y(mark.value), { of: "guide", thick: 2 });
    picture.text(mark.left ? margin.left + 8 : width - margin.right, y(mark.value) - 8, mark.name, { anchor: mark.left ? "start" : "end", muted: true });
  }
  for (const { name, of, points, named = points.length - 1, above = true, anchor } of series) {
    picture.path(line((p) => x(p[0]), (p) => y(p[1]))(points), { of, thick: 2.5 });
    for (const point of points) dot(picture, x(point[0]), y(point[1]), of);
    if (!name) continue;
    const [px, py] = [x(points[named][0]), y(points[named][1])];
    const side = anchor ?? (px > width * 0.7 ? "end" : px < width * 0.2 ? "start" : "middle");
    picture.text(px, py + (above ? -14 : 28), name, { anchor: side, of, bold: true });
  }
  return picture;
}

/** Draws the roofline of a device: `copy` bytes and `peak` operations per second (in G), and `points` { name, intensity, rate,
 * of }; `below` puts a name that many units under its point. If the slope is not the bandwidth of memory, `across` and `slope`
 * name the quantity, and `copy` is its rate. */
export function roofline({
  title,
  description,
  copy,
  peak,
  points,
  domain = [0.1, 1000],
  low = 100,
  unit = "GFLOP/s",
  across = "operations per byte from memory",
  slope = `memory: ${brief(copy)} GB/s`,
  ticks = {},
  height = 500,
}) {
  const bottom = height - margin.bottom;
  const x = scaleLog(domain, [margin.left, width - margin.right]);
  const y = scaleLog([low, peak * 2], [bottom, margin.top]);
  const picture = new Picture({ height, title, description });
  frame(picture, x, y, { name: across, scale: "log", ticks: ticks.x }, { name: unit, scale: "log", ticks: ticks.y }, bottom);
  const ridge = peak / copy;
  const start = Math.max(domain[0], low / copy);
  picture.path([[x(start), y(copy * start)], [x(ridge), y(peak)], [x(domain[1]), y(peak)]], { of: "strong", thick: 3 });
  picture.text(x(domain[1]) - 4, y(peak) - 12, `arithmetic: ${brief(peak)} ${unit}`, { anchor: "end" });
  const angle = (Math.atan2(y(copy * ridge) - y(copy * start), x(ridge) - x(start)) * 180) / Math.PI;
  const middle = Math.sqrt(start * ridge);
  picture.text(x(middle), y(copy * middle) - 12, slope, { anchor: "middle", turned: angle });
  picture.line(x(ridge), y(peak), x(ridge), bottom, { of: "guide" });
  for (const { name, intensity, rate, of = "a", anchor = "start", below = false } of points) {
    dot(picture, x(intensity), y(rate), of);
    const down = below === true ? 26 : below || (anchor === "middle" ? -14 : 6);
    const shift = anchor === "end" ? -14 : anchor === "middle" ? 0 : 14;
    picture.text(x(intensity) + shift, y(rate) + down, name, { anchor, bold: true });
  }
  return picture;
}
