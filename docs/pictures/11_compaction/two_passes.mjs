// Bytes per element that plans for a compaction move if half of the elements are kept.

import { Picture } from "../kit/svg.mjs";

const share = 0.5; // kept
const [left, right, high] = [190, 724, 38];

// Bytes per element. A pass over the kept ones alone is `share` of it.
const element = 4;
const out = element * share;
const plans = [
  { name: "flags in memory", launches: [["flags", [["read", element], ["flags", element]]], ["scan", [["flags", element], ["sums", element]]], ["scatter", [["read", element], ["sums", element], ["write", out]]]] },
  { name: "count, then write", launches: [["count", [["read", element]]], ["write", [["read", element], ["write", out]]]] },
  { name: "a single pass", launches: [["all at once", [["read", element], ["write", out]]]] },
];
const kinds = { read: ["a", "in"], flags: ["waste", "flags"], sums: ["waste", "sums"], write: ["b", "out"] };
const bytesOf = (plan) => plan.launches.flatMap(([, passes]) => passes).reduce((sum, [, bytes]) => sum + bytes, 0);

export function draw() {
  const most = Math.max(...plans.map(bytesOf));
  const gap = 22;
  const byte = (right - left - 2 * gap) / most;
  const picture = new Picture({
    height: 352,
    title: "Bytes of three plans for a compaction",
    description:
      `Bars of the bytes that are moved per element if half are kept. Flags and sums in memory: flags are written, scanned and read again, and the elements are read twice: ${bytesOf(plans[0])} bytes. ` +
      `Count, then write: the elements are read twice, and nothing else is written: ${bytesOf(plans[1])} bytes. A single pass reads each element once and writes the kept ones: ${bytesOf(plans[2])} bytes.`,
  });
  plans.forEach((plan, i) => {
    const y = 44 + i * 96;
    picture.text(left - 18, y + high / 2, plan.name, { anchor: "end", middle: true, bold: true });
    let x = left;
    for (const [words, passes] of plan.launches) {
      const from = x;
      for (const [kind, bytes] of passes) {
        const [of, label] = kinds[kind];
        const wide = bytes * byte;
        picture.box(x, y, wide, high, { of, rounding: 1 });
        picture.text(x + wide / 2, y + high / 2, label, { anchor: "middle", middle: true, halo: of === "waste" });
        x += wide;
      }
      picture.text((from + x) / 2, y - 10, words, { anchor: "middle", muted: true });
      x += gap;
    }
    picture.text(944, y + high / 2, `${bytesOf(plan)} bytes per element`, { anchor: "end", middle: true, bold: true });
  });
  picture.legend(left, 336, [["a", "reads elements"], ["waste", "writes or reads flags, or sums of them"], ["b", "writes kept ones"]]);
  return picture;
}
