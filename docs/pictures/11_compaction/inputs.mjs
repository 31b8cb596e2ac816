// The time for each kind of input: this lab's solution, CUB, and the limit, which is lower where less is kept.

import { scaleLinear } from "d3-scale";
import { brief } from "../kit/plot.mjs";
import { Picture, width } from "../kit/svg.mjs";

const builds = [
  { build: "solution", words: "this lab's solution", of: "c" },
  { build: "cub", words: "CUB DeviceSelect", of: "d" },
];
const [left, right, top, high, step] = [196, width - 90, 26, 20, 62];

/** The cases that were measured with as many elements as the graded one, each with its kind of input. */
function inputsOf(results) {
  const { cases } = results.measured.labs[results.id("11")];
  return cases
    .filter(({ size }) => size.count === results.at("11/size.count"))
    .map((one) => ({ ...one, input: one.name.replace(/^2\^28 elements, /, "") }));
}

export function draw({ results }) {
  const inputs = inputsOf(results);
  const time = (one, build) => [...one.rungs, ...one.peers].find(({ name }) => name === build).ms;
  const most = Math.max(...inputs.flatMap((one) => builds.map(({ build }) => time(one, build))));
  const x = scaleLinear([0, most], [left, right]).nice();
  const bottom = top + inputs.length * step;
  const picture = new Picture({
    height: bottom + 84,
    title: "The time for each kind of input",
    description: `For each kind of input the time of this lab's solution and of CUB, with a line at the limit, the time to read the array and to write the kept elements at the rate of a copy. ${inputs
      .map((one) => `${one.input}: ${brief(time(one, "solution"))} ms, CUB ${brief(time(one, "cub"))} ms, limit ${brief(one.limit_ms)} ms`)
      .join("; ")}.`,
  });
  for (const tick of x.ticks(6)) {
    picture.line(x(tick), top, x(tick), bottom, { of: "grid" });
    picture.text(x(tick), bottom + 20, brief(tick), { anchor: "middle", muted: true });
  }
  picture.text(right, bottom + 44, "ms for 2^28 elements", { anchor: "end", muted: true });
  inputs.forEach((one, i) => {
    const y = top + i * step + 8;
    picture.text(left - 12, y + high, one.input, { anchor: "end", middle: true });
    builds.forEach(({ build, of }, k) => {
      const ms = time(one, build);
      picture.box(left, y + k * (high + 2), x(ms) - left, high, { of, rounding: 1 });
      picture.text(x(ms) + 8, y + k * (high + 2) + high / 2, brief(ms), { middle: true });
    });
    picture.line(x(one.limit_ms), y - 4, x(one.limit_ms), y + 2 * high + 6, { of: "strong", thick: 3 });
  });
  picture.legend(left, bottom + 72, builds.map(({ words, of }) => [of, words]));
  picture.line(left + 436, bottom + 58, left + 436, bottom + 76, { of: "strong", thick: 3 });
  picture.text(left + 448, bottom + 72, "limit: read all, write the kept elements");
  return picture;
}
