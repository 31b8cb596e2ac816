// A barrier as a timeline of the warps of a block that is larger than the one in this lab.
import { Picture } from "../kit/svg.mjs";

const from = 130;
const barrier = 510;
const warps = [
  { name: "warp 0", starts: 20, puts: 210, subtracts: 240 },
  { name: "warp 1", starts: 60, puts: 270, subtracts: 230 },
  { name: "warp 2", starts: 0, puts: 180, subtracts: 250 },
  { name: "warp 3", starts: 40, puts: 0, subtracts: 0 },
];
const top = 72;
const step = 58;
const high = 42;

export function draw() {
  const picture = new Picture({
    height: 372,
    title: "A barrier, over time",
    description:
      "A timeline of four warps of one block. Each writes its numbers to shared memory, some later than others, and waits at the barrier. When the last warp has arrived, all warps continue and read their " +
      "neighbours' numbers. Warp 3 has no number; it arrives at the barrier and waits there as well.",
  });
  picture.text((from + barrier) / 2, 32, "before: write", { anchor: "middle", bold: true });
  picture.text((barrier + 930) / 2, 32, "after: read others' numbers", { anchor: "middle", bold: true });
  warps.forEach(({ name, starts, puts, subtracts }, i) => {
    const y = top + i * step;
    const done = from + starts + puts;
    picture.text(from - 16, y + high / 2, name, { anchor: "end", middle: true });
    if (puts) picture.box(from + starts, y, puts, high, { of: "a", label: "writes its numbers" });
    picture.box(done, y, barrier - done, high, { of: "idle" });
    if (!puts) picture.text(done + 170, y + high / 2, "has no number, but waits as well", { anchor: "middle", middle: true, halo: true });
    if (subtracts) picture.box(barrier, y, subtracts, high, { of: "c", label: "subtracts" });
    else picture.text(barrier + 16, y + high / 2, "has nothing to do", { middle: true, muted: true });
  });
  picture.line(barrier, 46, barrier, top + 4 * step, { of: "strong", thick: 4 });
  picture.text(barrier, top + 4 * step + 24, "__syncthreads()", { anchor: "middle", mono: true, bold: true });
  picture.legend(from, 356, [["idle", "waits until all have arrived"]]);
  picture.arrow(700, 350, 930, 350);
  picture.text(930, 340, "time", { anchor: "end", muted: true });
  return picture;
}
