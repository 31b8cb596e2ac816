// Host and device over two iterations: with the host testing for the end of the loop, and with that test on the device.
// The device's work is to scale; the time of a launch on the host was not measured.

import { Picture } from "../kit/svg.mjs";
import { iteration, time } from "./steps.mjs";

const [left, right, high] = [112, 944, 42];

export function draw({ results }) {
  const tested = iteration(results, "10_fused");
  const free = iteration(results, "11_no_waiting");
  const gap = tested - free;
  const x = (ms) => left + 44 + (ms / (2.27 * tested)) * (right - left - 44);
  const picture = new Picture({
    height: 424,
    title: "The host decides, or the device decides",
    description:
      `Above, the host tests for the end after each iteration: the device works for ${time(free)}, and then has a gap of ${time(gap)} until the host has copied the result and has launched the next iteration. ` +
      "Below, the host launches all iterations at once and waits for none; the device works without a gap, and a small kernel at the end of each iteration tests for the end.",
  });
  const lanes = (top, name) => {
    picture.text(20, top - 16, name, { bold: true });
    ["host", "device"].forEach((lane, i) => {
      picture.text(left - 14, top + i * (high + 12) + high / 2, lane, { anchor: "end", middle: true });
      picture.box(left, top + i * (high + 12), right - left, high, { of: "idle", rounding: 0 });
    });
  };
  const bar = (top, row, from, to, of, label) =>
    picture.box(from, top + row * (high + 12), Math.min(to, right) - from, high, { of, label: to > right + 1 ? "" : label, rounding: 0 });

  let top = 54;
  lanes(top, `the host decides: ${time(tested)} per iteration`);
  bar(top, 0, left, x(0), "b", "start");
  for (const i of [0, 1]) {
    bar(top, 1, x(i * tested), x(i * tested + free), "a", `iteration ${i}: ${time(free)}`);
    picture.arrow(x(i * tested + free), top + high + 12, x(i * tested + free), top + high + 1, { of: "strong", thick: 2 });
    bar(top, 0, x(i * tested + free), x((i + 1) * tested), "b", "test");
    picture.arrow(x((i + 1) * tested), top + high, x((i + 1) * tested), top + high + 11, { of: "strong", thick: 2 });
  }
  bar(top, 1, x(2 * tested), x(3 * tested), "a", "");
  picture.bracket(x(free), x(tested), top + 2 * high + 22, `a gap of ${time(gap)}`, { below: true });

  top = 250;
  lanes(top, `the device decides: ${time(free)} per iteration`);
  for (let i = 0; i < 4; ++i) bar(top, 0, left + i * 44, left + (i + 1) * 44, "b", `${i}`);
  picture.text(right, top - 16, "all launches at once, no test on the host", { anchor: "end", muted: true });
  for (let i = 0; i < 4 && x(i * free) < right; ++i) {
    bar(top, 1, x(i * free), x((i + 1) * free) - 12, "a", `iteration ${i}: ${time(free)}`);
    if (x((i + 1) * free) < right) bar(top, 1, x((i + 1) * free) - 12, x((i + 1) * free), "d", "");
  }
  picture.legend(left, 394, [["b", "the host works"], ["a", "kernels"], ["d", "test: the last iteration?"], ["idle", "waits, or is free"]]);
  return picture;
}
