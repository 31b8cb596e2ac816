// How often three plans for a scan move each element between memory and the SMs.

import { Picture } from "../kit/svg.mjs";

const left = 196;
const bar = 100; // of one pass over all elements
const high = 40;

const plans = [
  { name: "three phases", phases: [["scan blocks", ["read", "write"]], ["scan sums", []], ["add sums", ["read", "write"]]] },
  { name: "reduce, then scan", phases: [["sums only", ["read"]], ["scan sums", []], ["scan", ["read", "write"]]] },
  { name: "a single pass", phases: [["all at once", ["read", "write"]]] },
];

export function draw() {
  const picture = new Picture({
    height: 348,
    title: "Three phases, two, and a single pass",
    description:
      "Passes over all elements, 4 bytes per element each. Three phases: the blocks are scanned, read and written; their sums are scanned; the sums are added, read and written: 16 bytes. " +
      "Reduce then scan: a read for sums only, then a read and a write: 12 bytes. A single pass: a read and a write, 8 bytes.",
  });
  plans.forEach(({ name, phases }, row) => {
    const y = 44 + row * 96;
    picture.text(left - 18, y + high / 2, name, { anchor: "end", middle: true, bold: true });
    let x = left;
    phases.forEach(([words, passes]) => {
      const from = x;
      if (passes.length === 0) {
        picture.box(x, y, 18, high, { of: "c" });
        x += 18;
      }
      passes.forEach((pass) => {
        picture.box(x, y, bar, high, { of: pass === "read" ? "a" : "b", label: pass });
        x += bar;
      });
      if (passes.length) picture.text((from + x) / 2, y - 10, words, { anchor: "middle", muted: true });
      x += 34;
    });
    const bytes = 4 * phases.flatMap(([, passes]) => passes).length;
    picture.text(930, y + high / 2, `${bytes} bytes per element`, { anchor: "end", middle: true, bold: true });
  });
  picture.legend(left, 332, [["a", "read all elements"], ["b", "write all elements"], ["c", "scan the few sums between"]]);
  return picture;
}
