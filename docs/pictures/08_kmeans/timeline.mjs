// One iteration of the baseline as a timeline: the work of the GPU, and the work of the host.

import { Picture } from "../kit/svg.mjs";
import { partsOfBaseline, time } from "./steps.mjs";

const [left, right, high] = [96, 940, 44];
const shown = 2; // ms in the lower, magnified strip

export function draw({ results }) {
  const { whole, kernel, memberships, update } = partsOfBaseline(results);
  const picture = new Picture({
    height: 404,
    title: "One iteration of the baseline, as a timeline",
    description:
      `Two strips, one for the GPU and one for the host, over ${time(whole)}. The kernel is a thin line at the beginning, for ${time(kernel)} or a little more; then the memberships are copied and compared, for ${time(memberships)}; ` +
      `the rest, ${time(update)}, is the host's update, while the GPU is idle. Below, the first ${shown} ms are magnified.`,
  });

  const strip = (top, span, magnified) => {
    const x = (ms) => left + (Math.min(ms, span) / span) * (right - left);
    for (const [i, name] of ["GPU", "host"].entries()) {
      picture.text(left - 14, top + i * (high + 8) + high / 2, name, { anchor: "end", middle: true });
      picture.box(left, top + i * (high + 8), right - left, high, { of: "idle", rounding: 0 });
    }
    const bar = (row, from, to, of, label) =>
      picture.box(x(from), top + row * (high + 8), x(to) - x(from), high, { of, label, rounding: 0 });
    bar(0, 0, kernel, "a", "");
    bar(1, kernel, kernel + memberships, "b", magnified ? "memberships: copied and compared" : "");
    bar(1, kernel + memberships, whole, "c", magnified ? "update" : "update: adds up the points, moves the centroids");
    return x;
  };

  picture.text(left, 36, `the whole iteration: ${time(whole)}`, { bold: true });
  const x = strip(54, whole, false);
  picture.text(right, 36, "the GPU is idle nearly all the time", { anchor: "end", muted: true });
  const foot = 54 + 2 * high + 8;
  const top = foot + 98;
  picture.path([[left, foot + 4], [left, top - 4]], { of: "guide" });
  picture.path([[x(shown), foot + 4], [right, top - 4]], { of: "guide" });
  picture.text(right, top - 52, `its first ${shown} ms`, { anchor: "end", bold: true });
  strip(top, shown, true);
  picture.text(left + 8, top - 12, `the kernel: ${time(kernel)} at least`);

  const y = top + 2 * high + 44;
  picture.legend(left, y, [["a", "from counted instructions"], ["b", "difference of two rungs"], ["c", "the rest"], ["idle", "waits"]]);
  return picture;
}
