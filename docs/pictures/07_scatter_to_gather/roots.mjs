// Three ways to write the root, and the SASS of each.

import { Picture } from "../kit/svg.mjs";

const left = 40;
const w = 34;
const high = 34;
const guess = "R";

const ways = [
  {
    code: "charge / sqrtf(x)",
    parts: [["b", guess], ..."×××××?".split("").map((of) => ["waste", of]), ["gap"], ["b", "1/y"], ..."×××××××?".split("").map((of) => ["waste", of])],
    says: "a root and a division, each corrected\nand checked: some twenty instructions",
    uses: 2,
  },
  { code: "charge * rsqrtf(x)", parts: [["waste", "<"], ["waste", "×"], ["b", guess], ["waste", "×"]], says: "three more, in case x is\na subnormal number", uses: 1 },
  { code: "rsqrt.approx.ftz", parts: [["b", guess]], says: "the unit's own instruction", uses: 1 },
];

export function draw() {
  const picture = new Picture({
    height: 376,
    title: "Three ways to write the root, and the instructions of each",
    description:
      "Three rows. A division by sqrtf uses the special-function unit twice, for a root and for a division, and corrects each by multiply-adds: some twenty instructions. rsqrtf is " +
      "a comparison, a product, the root and a product. rsqrt.approx.ftz is the root alone.",
  });
  ways.forEach(({ code, parts, says, uses }, i) => {
    const y = 30 + i * 108;
    picture.text(left, y + 4, code, { mono: true, bold: true, size: 18 });
    picture.text(618, y + 4, `the unit is used ${uses === 1 ? "once" : "twice"}`, { bold: true });
    let x = left;
    for (const [of, label] of parts) {
      if (of !== "gap") picture.box(x + 1, y + 20, w - 2, high, { of, label: of === "b" ? label : undefined, rounding: 2 });
      x += of === "gap" ? 12 : w;
    }
    picture.text(618, y + 38, says, { middle: true, muted: true });
  });
  picture.legend(left, 358, [["b", "the special-function unit"], ["waste", "other instructions: corrections, checks, scaling"]]);
  return picture;
}
