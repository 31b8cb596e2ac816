// The races that the two barriers of a step prevent: a fast and a slow warp, with both barriers and with one of them missing.
import { Picture } from "../kit/svg.mjs";

const left = 130;
const high = 30;

/** For each case the actions of its warps, [kind, from, to, label], and the times of its barriers. `mark` names the fault. */
const cases = [
  {
    name: "both barriers",
    barriers: [330, 620],
    warps: [
      ["fast warp", [["a", 0, 120, "load"], ["idle", 120, 330], ["c", 330, 500, "add up"], ["idle", 500, 620], ["a", 620, 740, "load"]]],
      ["slow warp", [["a", 0, 330, "load"], ["c", 330, 620, "add up"], ["a", 620, 740, "load"]]],
    ],
  },
  {
    name: "no barrier before adding up",
    barriers: [500],
    warps: [
      ["fast warp", [["a", 0, 120, "load"], ["waste", 120, 290, "adds up"], ["idle", 290, 500], ["a", 500, 620, "load"], ["waste", 620, 740, "adds up"]]],
      ["slow warp", [["a", 0, 330, "load"], ["c", 330, 500, "add up"], ["a", 500, 740, "load"]]],
    ],
    mark: "reads elements too early",
  },
  {
    name: "no barrier after adding up",
    barriers: [330],
    warps: [
      ["fast warp", [["a", 0, 120, "load"], ["idle", 120, 330], ["c", 330, 460, "add up"], ["waste", 460, 580, "loads"], ["idle", 580, 740]]],
      ["slow warp", [["a", 0, 330, "load"], ["c", 330, 620, "add up"], ["a", 620, 740, "load"]]],
    ],
    mark: "overwrites elements still being read",
  },
];

export function draw() {
  const picture = new Picture({
    height: 420,
    title: "The races that the two barriers prevent",
    description:
      "Time runs to the right; a fast and a slow warp of one block, three times. With both barriers the fast warp waits until all warps " +
      "have loaded their elements, and again until all have added up. Without the first barrier it adds up while the slow warp still loads. " +
      "Without the second it loads the next tiles while the slow warp still adds up from the current ones.",
  });
  cases.forEach(({ name, barriers, warps, mark }, i) => {
    const y = 32 + i * 126;
    picture.text(left, y - 8, name, { bold: true });
    if (mark) picture.text(left + 740, y - 8, mark, { bold: true, of: "waste", anchor: "end" });
    warps.forEach(([warp, parts], row) => {
      const top = y + 4 + row * (high + 6);
      picture.text(left - 12, top + high / 2, warp, { anchor: "end", middle: true });
      for (const [of, from, to, label] of parts) {
        picture.box(left + from, top, to - from, high, { of, rounding: 2 });
        if (label) picture.text(left + (from + to) / 2, top + high / 2, label, { anchor: "middle", middle: true, halo: of === "waste" });
      }
    });
    for (const at of barriers) picture.line(left + at, y - 2, left + at, y + 4 + 2 * high + 14, { of: "strong", thick: 3 });
  });
  picture.legend(left, 404, [["idle", "waits"], ["waste", "too early: a race"]]);
  picture.line(left + 360, 390, left + 360, 408, { of: "strong", thick: 3 });
  picture.text(left + 372, 404, "__syncthreads()", { mono: true });
  picture.text(left + 740, 404, "time →", { anchor: "end", muted: true });
  return picture;
}
