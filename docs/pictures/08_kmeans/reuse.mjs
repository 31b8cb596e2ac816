// One load of four coordinates of a centroid, for one point and for four.

import { Picture } from "../kit/svg.mjs";

const [w, h] = [62, 40];

export function draw() {
  const picture = new Picture({
    height: 410,
    title: "One load serves all points of a thread",
    description:
      "Left, a thread with one point: four coordinates of a centroid, from one load, are multiplied by four coordinates of the point, in 4 multiply-adds. " +
      "Right, a thread with four points: the same four coordinates are multiplied by those of all four points, in 16 multiply-adds.",
  });
  const panel = (x, name, count, foot) => {
    picture.text(x, 32, name, { bold: true });
    picture.text(x, 64, "centroid c, one load of 16 bytes", { muted: true });
    ["j", "j+1", "j+2", "j+3"].forEach((label, i) => picture.box(x + 76 + i * w, 78, w - 4, h, { of: "b", label, mono: true }));
    picture.text(x, 98, "float4", { mono: true, middle: true });
    for (let point = 0; point < count; ++point) {
      const y = 160 + point * 50;
      picture.text(x, y + h / 2, `x[${point}]`, { mono: true, middle: true });
      picture.row(x + 74, y, 4, w, h, { of: () => "a", label: () => "×", gap: 4 });
      picture.arrow(x + 76 + 4 * w + 6, y + h / 2, x + 76 + 4 * w + 36, y + h / 2);
      picture.text(x + 76 + 4 * w + 42, y + h / 2, `score[${point}]`, { mono: true, middle: true });
    }
    for (let i = 0; i < 4; ++i) picture.arrow(x + 76 + i * w + (w - 4) / 2, 120, x + 76 + i * w + (w - 4) / 2, 157, { of: "b" });
    picture.text(x, 160 + count * 50 + 26, foot, { bold: true });
  };
  panel(20, "one point per thread", 1, "4 multiply-adds per load");
  panel(500, "four points per thread", 4, "16 multiply-adds per load");
  return picture;
}
