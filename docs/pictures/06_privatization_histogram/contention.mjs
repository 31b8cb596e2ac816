// The baseline's time for four kinds of bytes.

import { scaleLinear } from "d3-scale";
import { brief } from "../kit/plot.mjs";
import { Picture } from "../kit/svg.mjs";

const kinds = [
  { name: "256 MiB, uniform", words: "uniform", about: "each value as often as another" },
  { name: "256 MiB, in runs", words: "runs", about: "40 equal bytes, 40 of another value" },
  { name: undefined, words: "skewed", about: "a third of the bytes are 0" },
  { name: "256 MiB of one value", words: "one value", about: "all bytes are equal" },
];

export function draw({ results }) {
  const picture = new Picture({
    height: 380,
    title: "The more equal the bytes, the longer the baseline takes",
    description: "Bars of the baseline's time for 256 MiB, for four kinds of bytes. Uniform bytes take the least time, then runs, then skewed bytes; bytes of one value take the most.",
  });
  const left = 320;
  const step = 74;
  const x = scaleLinear([0, 200], [left, 880]);
  const bottom = 20 + kinds.length * step;
  for (const tick of x.ticks(5)) {
    picture.line(x(tick), 16, x(tick), bottom, { of: "grid" });
    picture.text(x(tick), bottom + 24, brief(tick), { anchor: "middle", muted: true });
  }
  picture.text(880, bottom + 50, "ms: the baseline on 256 MiB", { anchor: "end", muted: true });
  kinds.forEach(({ name, words, about }, i) => {
    const y = 24 + i * step;
    const { ms } = results.build("06", "baseline", name);
    picture.text(left - 14, y + 24, words, { anchor: "end", bold: true });
    picture.text(left - 14, y + 46, about, { anchor: "end", muted: true });
    picture.box(left, y + 6, x(ms) - left, 46, { of: name ? "a" : "b" });
    picture.text(x(ms) + 10, y + 29, brief(ms), { middle: true, bold: true });
  });
  return picture;
}
