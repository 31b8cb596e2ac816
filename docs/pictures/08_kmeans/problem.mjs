// One iteration of Lloyd's algorithm on points with two coordinates; this program assigns the points and moves the centroids.

import { Picture } from "../kit/svg.mjs";

const wide = 286;
const high = 286;
const kinds = ["a", "b", "c"];

/** Yields pseudo-random numbers from 0 to 1, the same each time. */
function* numbers(state) {
  for (;;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** Returns three clouds of points, in a square from 0 to 1. */
function clouds() {
  const random = numbers(7);
  const next = () => random.next().value;
  const middles = [[0.24, 0.3], [0.76, 0.29], [0.5, 0.76]];
  const off = () => (next() + next() + next() - 1.5) * 0.2;
  return middles.flatMap(([x, y]) => Array.from({ length: 12 }, () => [x + off(), y + off()]));
}

const points = clouds();
const start = [[0.16, 0.66], [0.46, 0.12], [0.84, 0.62]];
const square = ([x, y], [u, v]) => (x - u) ** 2 + (y - v) ** 2;
const nearest = points.map((point) => start.reduce((best, centroid, c) => (square(point, centroid) < square(point, start[best]) ? c : best), 0));
const moved = start.map((centroid, c) => {
  const own = points.filter((_, i) => nearest[i] === c);
  return own.length === 0 ? centroid : [0, 1].map((j) => own.reduce((sum, point) => sum + point[j], 0) / own.length);
});

/** Draws a point in the shape of its centroid's kind. */
function dot(picture, x, y, kind) {
  const r = 5;
  if (kind === 1) return picture.box(x - r, y - r, 2 * r, 2 * r, { of: "b", rounding: 0 });
  if (kind === 2) return picture.path(`M${x},${y - r - 1}L${x + r + 1},${y + r}L${x - r - 1},${y + r}Z`, { of: "c", filled: true });
  return picture.circle(x, y, r, { of: kind === 0 ? "a" : "" });
}

/** Returns the position on the line from one point of the picture to another at which the mark of the other begins. */
function shortOf([x, y], [u, v]) {
  const share = 1 - 15 / Math.hypot(u - x, v - y);
  return [x + (u - x) * share, y + (v - y) * share];
}

export function draw() {
  const picture = new Picture({
    height: 404,
    title: "One iteration of Lloyd's algorithm",
    description:
      `Three pictures of the same ${points.length} points and three centroids. At the start no point belongs to a centroid. Then each point has a line to the nearest centroid, and its shape. ` +
      "Finally each centroid has moved to the mean of its points, and an arrow begins at its old position.",
  });
  const panels = ["at the start", "1. each point to the nearest centroid", "3. each centroid to its points' mean"];
  panels.forEach((words, panel) => {
    const left = 20 + panel * (wide + 31);
    const top = 52;
    const at = ([x, y]) => [left + x * wide, top + y * high];
    picture.text(left, 32, words, { bold: true });
    picture.box(left, top, wide, high, { of: "empty" });
    if (panel === 1) points.forEach((point, i) => picture.line(...at(point), ...at(start[nearest[i]]), { of: kinds[nearest[i]], thick: 1 }));
    points.forEach((point, i) => dot(picture, ...at(point), panel === 0 ? -1 : nearest[i]));
    if (panel === 2) start.forEach((centroid, c) => picture.arrow(...at(centroid), ...shortOf(at(centroid), at(moved[c])), { of: "strong", thick: 2 }));
    (panel === 2 ? moved : start).forEach((centroid, c) => {
      const [x, y] = at(centroid);
      picture.path(`M${x},${y - 13}L${x + 13},${y}L${x},${y + 13}L${x - 13},${y}Z`, { of: kinds[c], filled: true });
      picture.text(x, y, c, { anchor: "middle", middle: true, bold: true });
    });
  });
  const [from, to] = [20 + 2 * (wide + 31) + wide / 2, 20 + wide + 31 + wide / 2];
  picture.path([[from, 342], [from, 366], [to, 366], [to, 344]], { of: "edge", thick: 2, arrow: true });
  picture.text((from + to) / 2, 390, "again, until few points change their centroid", { anchor: "middle" });
  picture.path("M34,364L42,372L34,380L26,372Z", { filled: true, of: "plain" });
  picture.text(52, 378, "a centroid").circle(160, 372, 5).text(174, 378, "a point");
  return picture;
}
