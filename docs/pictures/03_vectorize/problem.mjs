// The task: an image inside a larger buffer, and the result of one of its bytes.

import { scaleLinear } from "d3-scale";
import { Picture } from "../kit/svg.mjs";

export function draw({ results }) {
  const { gain, offset } = results.case("03").size;
  const [a, b] = [gain / 1000, offset / 1000];
  const adjusted = (x) => Math.min(255, Math.max(0, Math.round(a * x + b)));
  const white = Math.ceil((255 - b) / a);
  const picture = new Picture({
    height: 372,
    title: "Contrast and brightness of an image",
    description:
      "On the left two byte ranges, in and out, each inside larger memory and at any address; a byte x of in becomes " +
      `a byte of out. On the right the result for gain ${a} and offset ${b}: a straight line from ${adjusted(0)} that stays at 255 from x = ${white} on.`,
  });
  const strip = (y, name) => {
    picture.text(24, y - 14, name, { mono: true, bold: true });
    picture.box(24, y, 90, 52, { of: "idle" });
    picture.box(114, y, 320, 52, { of: "a", label: "1 GiB and 5 bytes" });
    picture.box(434, y, 76, 52, { of: "idle" });
    picture.box(112, y - 8, 4, 68, { of: "strong", rounding: 0 });
  };
  strip(52, "in");
  strip(224, "out");
  picture.arrow(274, 112, 274, 216, { of: "strong", thick: 2 });
  picture.text(290, 158, "each byte x becomes\na byte of out, exactly");
  picture.text(124, 126, "any address", { muted: true });
  picture.text(124, 298, "any address", { muted: true });
  picture.legend(24, 348, [["idle", "not part of the image: must not be written"]]);

  const x = scaleLinear([0, 255], [606, 916]);
  const y = scaleLinear([0, 255], [316, 46]);
  for (const tick of [0, 64, 128, 192, 255]) {
    picture.line(x(tick), y(0), x(tick), y(255), { of: "grid" });
    picture.line(x(0), y(tick), x(255), y(tick), { of: "grid" });
    picture.text(x(tick), y(0) + 22, tick, { anchor: "middle", muted: true });
    picture.text(x(0) - 8, y(tick), tick, { anchor: "end", middle: true, muted: true });
  }
  picture.path([[x(0), y(adjusted(0))], [x(white), y(255)], [x(255), y(255)]], { of: "b", thick: 3 });
  picture.text(x(118), y(72), `${a} · x + ${b}`, { of: "b", bold: true });
  picture.text(x(190), y(255) - 12, "clamped", { of: "b", bold: true });
  picture.text(x(255), y(0) + 46, "byte x of in", { anchor: "end", muted: true });
  picture.text(x(0) - 30, 24, "byte of out", { muted: true });
  return picture;
}
