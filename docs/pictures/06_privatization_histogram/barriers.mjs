// The two barriers of a block that counts in private copies, as a timeline of four of its warps.

import { Picture } from "../kit/svg.mjs";

export function draw() {
  const picture = new Picture({
    height: 390,
    title: "Two barriers: after clearing and before combining",
    description: "A timeline of four warps. Each clears counters, waits at a barrier for all others, counts its bytes, waits at a second barrier, and combines. The last warp has no byte to count, and clears, waits and combines like all others.",
  });
  const from = 120;
  const first = 330; // the barriers
  const second = 700;
  const end = 930;
  const warps = [
    { name: "warp 0", clear: 150, count: 330 },
    { name: "warp 1", clear: 196, count: 250 },
    { name: "warp 2", clear: 130, count: 300 },
    { name: "warp 31", clear: 170, count: 0 },
  ];
  const top = 84;
  const step = 52;
  const high = 38;
  picture.text((from + first) / 2, 40, "clear", { anchor: "middle", bold: true });
  picture.text((first + second) / 2, 40, "count", { anchor: "middle", bold: true });
  picture.text((second + end) / 2, 40, "combine", { anchor: "middle", bold: true });
  warps.forEach(({ name, clear, count }, i) => {
    const y = top + i * step;
    picture.text(from - 14, y + high / 2, name, { anchor: "end", middle: true });
    picture.box(from, y, clear, high, { of: "b", label: "= 0" });
    picture.box(from + clear, y, first - from - clear, high, { of: "idle" });
    if (count) picture.box(first, y, count, high, { of: "a", label: "+ 1" });
    picture.box(first + count, y, second - first - count, high, { of: "idle" });
    picture.box(second, y, i === 1 ? 200 : 180, high, { of: "c", label: "sum" });
  });
  picture.text((first + second) / 2, top + 3 * step + high + 24, "no byte left: it waits as well", { anchor: "middle", muted: true });
  for (const x of [first, second]) {
    picture.line(x, 54, x, top + 4 * step + 20, { of: "strong", thick: 3 });
    picture.text(x, top + 4 * step + 42, "__syncthreads()", { anchor: "middle", mono: true });
  }
  picture.legend(from, 374, [["idle", "waits for the others"]]);
  return picture;
}
