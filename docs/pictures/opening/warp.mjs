// A warp executes one instruction after the other with all its lanes, and both sides of a branch.
import { Picture } from "../kit/svg.mjs";

const lanes = 32;
const wide = 18;
const left = 360;

const bright = (lane) => lane % 4 !== 3; // the lanes that take the branch

const steps = [
  { code: "float v = x[i];", who: () => true },
  { code: "if (v > 0)", who: () => true },
  { code: "  v = sqrtf(v);", who: bright },
  { code: "else", who: null },
  { code: "  v = -v;", who: (lane) => !bright(lane) },
  { code: "y[i] = v;", who: () => true },
];

export function draw() {
  const picture = new Picture({
    height: 352,
    title: "A warp executes six lines of a kernel",
    description:
      "One row per line, time runs downwards; 32 cells are the lanes of a warp. All lanes execute load, test and store together. 24 lanes execute the root while 8 wait, and " +
      "these 8 execute the other side of the branch while 24 wait.",
  });
  picture.text(left, 30, "lanes 0 to 31 of one warp", { bold: true });
  picture.text(24, 30, "line", { bold: true });
  steps.forEach(({ code, who }, i) => {
    const y = 44 + i * 42;
    picture.text(60 + (code.length - code.trimStart().length) * 11, y + 15, code.trimStart(), { mono: true, middle: true, size: 18 });
    if (who) picture.row(left, y, lanes, wide, 30, { gap: 3, of: (lane) => (who(lane) ? "a" : "idle") });
    else picture.text(left, y + 15, "the warp switches to its other lanes", { muted: true, middle: true });
  });
  picture.arrow(30, 52, 30, 286, { thick: 2 });
  picture.text(26, 308, "time", { muted: true });
  picture.legend(left, 332, [["a", "active"], ["idle", "waits"]]);
  return picture;
}
