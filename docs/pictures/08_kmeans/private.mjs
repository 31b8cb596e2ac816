// Three places for the sums: one set for all, one set per block, one column per thread.

import { Picture } from "../kit/svg.mjs";

const threads = 5;
const [wide, gap] = [288, 28];

export function draw({ results }) {
  const global = (rung) => results.at(`08/${rung}.global_atomics_per_item`);
  const panels = [
    { name: "one set for all", foot: [`global atomics per point: ${global("03_update_on_the_gpu").toFixed(0)}`, "shared atomics per point: none"] },
    { name: "one set per block", foot: [`global atomics per point: ${global("07_private_sums").toFixed(1)}`, "shared atomics per point: 17"] },
    { name: "one column per thread", foot: [`global atomics per point: ${global("08_own_columns").toFixed(1)}`, "shared atomics per point: 1"] },
  ];
  const picture = new Picture({
    height: 452,
    title: "Three places for the sums",
    description:
      "Three pictures of two blocks with five threads each, above one set of sums in global memory. Left, an arrow leads from each thread to global memory. " +
      "In the middle each block has its own set of sums, to which all its threads add. Right, each thread has its own column. In the last two, one arrow leads from each block to global memory.",
  });
  panels.forEach(({ name, foot }, panel) => {
    const left = 20 + panel * (wide + gap);
    const sums = 300;
    picture.text(left, 32, name, { bold: true });
    for (const block of [0, 1]) {
      const x = left + block * (wide / 2 + 4);
      const w = wide / 2 - 4;
      picture.box(x, 48, w, 180, { of: "empty" });
      picture.text(x + w / 2, 70, `block ${block}`, { anchor: "middle", muted: true });
      const at = (thread) => x + 22 + thread * ((w - 44) / (threads - 1));
      const middle = x + w / 2;
      for (let thread = 0; thread < threads; ++thread) {
        picture.circle(at(thread), 92, 7, { of: "a" });
        if (panel === 0) picture.arrow(at(thread), 101, left + wide / 2 + (at(thread) - left - wide / 2) * 0.5, sums - 3, { of: "waste" });
        if (panel === 1) picture.arrow(at(thread), 101, middle + (at(thread) - middle) * 0.55, 165, { of: "waste" });
        if (panel === 2) {
          picture.arrow(at(thread), 101, at(thread), 121);
          picture.box(at(thread) - 9, 124, 18, 92, { of: "c", rounding: 2 });
        }
      }
      if (panel === 1) picture.box(x + 26, 168, w - 52, 48, { of: "b", label: "sums" });
      if (panel > 0) picture.arrow(middle, 230, left + wide / 2 + (middle - left - wide / 2) * 0.5, sums - 3, { thick: 2 });
    }
    picture.box(left + 30, sums, wide - 60, 40, { of: "d", label: "sums of all" });
    foot.forEach((words, i) => picture.text(left, 372 + i * 26, words));
  });
  const y = 434;
  picture.line(20, y - 5, 56, y - 5, { of: "waste", thick: 1.5 }).text(66, y, "atomics per point");
  picture.arrow(336, y - 5, 372, y - 5, { thick: 2 }).text(382, y, "once per block, by atomics");
  picture.arrow(652, y - 5, 688, y - 5).text(698, y, "plain additions");
  return picture;
}
