// One atomic per warp: output indices in the order of the atomics, and in the order of the input.

import { Picture } from "../kit/svg.mjs";
import { sum, exclusiveSums } from "./input.mjs";

const counts = [3, 5, 2, 4]; // kept in each warp
const arrival = [2, 0, 3, 1]; // the warp that comes first, second, ...
const kinds = ["a", "b", "c", "d"];
const [left, cell, high] = [232, 48, 38];

export function draw() {
  const starts = exclusiveSums(counts);
  const byArrival = exclusiveSums(arrival.map((warp) => counts[warp]));
  const startOf = (warp) => byArrival[arrival.indexOf(warp)];
  const picture = new Picture({
    height: 398,
    title: "One atomic per warp loses the order",
    description:
      `Four warps keep ${counts.join(", ")} elements. They reach the counter in the order ${arrival.join(", ")}, and each gets the previous count: ${arrival.map((warp) => `warp ${warp} begins at index ${startOf(warp)}`).join(", ")}. ` +
      `No element is lost or written twice, but the result is not in the order of the input, and the order differs from run to run.`,
  });
  const x = (index) => left + index * cell;
  const row = (y, start) =>
    counts.forEach((count, warp) => picture.row(x(start(warp)), y, count, cell, high, { of: () => kinds[warp], label: (k) => starts[warp] + k, gap: 2 }));
  const label = (y, words) => picture.text(left - 18, y + high / 2, words, { anchor: "end", middle: true });
  label(50, "kept, in the order\nof the input");
  counts.forEach((count, warp) => picture.bracket(x(starts[warp]) + 4, x(starts[warp] + count) - 4, 40, `warp ${warp}`));
  row(50, (warp) => starts[warp]);
  label(150, "the counter\nbefore each atomic");
  arrival.forEach((warp, turn) => {
    const at = left + turn * 168;
    picture.box(at, 150, 152, high, { of: kinds[warp], label: `warp ${warp} gets ${byArrival[turn]}` });
    if (turn > 0) picture.arrow(at - 16, 150 + high / 2, at - 2, 150 + high / 2, { of: "strong" });
  });
  picture.text(left, 218, "time", { muted: true });
  picture.arrow(left + 44, 213, left + 656, 213);
  label(250, "out");
  row(250, startOf);
  picture.text(left - 18, 312, "index", { anchor: "end", muted: true });
  for (let index = 0; index < sum(counts); ++index) picture.text(x(index) + cell / 2, 312, index, { anchor: "middle", muted: true });
  picture.text(left, 344, "all kept elements, each once, in an unspecified order", { bold: true });
  picture.legend(left, 384, counts.map((_, warp) => [kinds[warp], `kept by warp ${warp}`]));
  return picture;
}
