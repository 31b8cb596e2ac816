// The prerequisites of each lab, from the labs' manifests.
import { Picture } from "../kit/svg.mjs";

const ideas = {
  "00": "first\nsteps",
  "01": "bytes\nin flight",
  "02": "one path\nper warp",
  "03": "wide\nloads",
  "04": "tiles for\na block",
  "05": "tiles in\nregisters",
  "06": "private\ncopies",
  "07": "owner\ncomputes",
  "08": "a whole\nprogram",
  "09": "another\nlayout",
  "10": "prefix\nsums",
  "11": "kept,\nin order",
  "12": "uneven\nwork",
};

const wide = 86;
const high = 112;
const row = 5; // number of labs in a single row, before columns with several labs
const narrow = 18; // gap between these labs; between the other columns, where arrows cross, it is `broad`
const broad = 24;
const middle = 262; // vertical middle of a column of labs
const step = 158;

/** Returns the offset of arrow i of `count` that end at the same lab, so that their ends do not overlap. */
const aside = (i, count) => (i - (count - 1) / 2) * 28;

export function draw({ results }) {
  const labs = results.ids.map((id) => id.slice(0, 2));
  const needs = Object.fromEntries(results.ids.map((id) => [id.slice(0, 2), results.manifests[id].needs.map((one) => one.slice(0, 2))]));
  const depth = (lab) => Math.max(-1, ...needs[lab].map(depth)) + 1;
  const behind = (lab) => new Set(needs[lab].flatMap((one) => [one, ...behind(one)]));
  const direct = (lab) => needs[lab].filter((one) => !needs[lab].some((other) => behind(other).has(one)));
  const place = (lab) => {
    const beside = labs.filter((other) => depth(other) === depth(lab));
    const y = middle - high / 2 + (beside.indexOf(lab) - (beside.length - 1) / 2) * step;
    const gaps = Math.min(depth(lab), row - 1) * narrow + Math.max(0, depth(lab) - row + 1) * broad;
    return { x: 12 + depth(lab) * wide + gaps, y };
  };
  const picture = new Picture({
    height: 2 * middle,
    title: "The thirteen labs and their prerequisites",
    description: labs.map((lab) => `${lab}, ${ideas[lab].replace("\n", " ")}${direct(lab).length ? `, after ${direct(lab).join(" and ")}` : ""}`).join("; ") + ".",
  });
  for (const lab of labs) {
    const to = place(lab);
    const before = direct(lab).map(place).sort((a, b) => a.y - b.y);
    before.forEach((from, i) =>
      picture.arrow(from.x + wide + 1, from.y + high / 2, to.x - 3, to.y + high / 2 + aside(i, before.length), { thick: 2 }),
    );
  }
  for (const lab of labs) {
    const { x, y } = place(lab);
    picture.box(x, y, wide, high, { of: lab === "00" ? "plain" : lab === "08" ? "d" : "a" });
    picture.text(x + wide / 2, y + 34, lab, { anchor: "middle", bold: true, size: 22 });
    picture.text(x + wide / 2, y + 74, ideas[lab], { anchor: "middle", middle: true });
  }
  return picture;
}
