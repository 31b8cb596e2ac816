// One iteration after each of the tasks 1 to 3, all on one scale. Parts are differences of rungs: the sums are what sets the rungs
// 6 and 8 apart, the memberships what sets 3 and 4 apart.

import { Picture } from "../kit/svg.mjs";
import { iteration, time } from "./steps.mjs";

const [left, right, high] = [92, 940, 38];

export function draw({ results }) {
  const after = (rung) => iteration(results, rung);
  const columns = after("08_own_columns");
  const sums = after("06_shared_centroids") - columns;
  const memberships = after("03_update_on_the_gpu") - after("04_changes_on_the_gpu");
  const whole = after("03_update_on_the_gpu");
  const percent = (part, of) => `${Math.round((part / of) * 100)} %`;
  const rows = [
    { name: "task 1: the update on the GPU", rest: whole - sums - memberships, sums, memberships },
    { name: "and task 2: one number to the host", rest: columns, sums, memberships: 0 },
    { name: "and task 3: columns of sums", rest: columns, sums: 0, memberships: 0 },
  ];
  const picture = new Picture({
    height: 414,
    title: "One iteration after task 1, after task 2 and after task 3",
    description:
      `Three timelines of GPU and host on one scale. After task 1 an iteration takes ${time(whole)}: first the sums by atomics keep the GPU busy, then the host gets and compares memberships. ` +
      `After task 2 that is gone, and the sums are ${percent(sums, sums + columns)} of the time. After task 3 the sums by atomics are gone, and ${time(columns)} are left.`,
  });
  const x = (ms) => left + (ms / whole) * (right - left);
  rows.forEach(({ name, rest, sums: added, memberships: sent }, i) => {
    const y = 48 + i * 130;
    const end = rest + added + sent;
    picture.text(left, y - 14, `${name}: ${time(end)}`, { bold: true });
    const bar = (row, from, to, of, label) => to > from && picture.box(x(from), y + row * (high + 6), x(to) - x(from), high, { of, label, rounding: 0 });
    ["GPU", "host"].forEach((lane, row) => {
      picture.text(left - 14, y + row * (high + 6) + high / 2, lane, { anchor: "end", middle: true });
      bar(row, 0, end, "idle");
    });
    bar(0, 0, rest, "a");
    bar(0, rest, rest + added, "waste");
    if (added > 0) picture.box(x(rest + added / 2) - 100, y + 6, 200, high - 12, { of: "plain", label: `sums by atomics, ${percent(added, end)}` });
    bar(1, rest + added, end, "b", `memberships to the host, ${percent(sent, end)}`);
  });
  picture.legend(left + 330, 48 + 2 * 130 + 28, [["a", "nearest centroids, and all else"], ["idle", "waits"]]);
  return picture;
}
