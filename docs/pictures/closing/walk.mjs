// Lab 07 step by step: the simulator's counters per interaction, and the time.
import { scaleLog } from "d3-scale";
import { brief } from "../kit/plot.mjs";
import { Picture } from "../kit/svg.mjs";

/** `out` is the conspicuous counter of a row, which the next row reduces. */
const rows = [
  { rung: "baseline", name: "starter code", out: 0 },
  { rung: "0_scatter", name: "a different point per lane", out: 1 },
  { rung: "1_gather", name: "one owner per point", out: 2 },
  { rung: "2_reciprocal_root", name: "one root, no division", out: 3 },
  { rung: "4_shared_tiles", name: "atoms in shared memory" },
  { rung: "5_approximate_root", name: "the hardware's root", out: 4 },
  { rung: "6_points_in_a_row", name: "four points per thread" },
];
const counters = [
  ["lanes per\naddress", "lanes_per_atomic_address"],
  ["atomics", "global_atomics_per_item"],
  ["special\nfunctions", "special_functions_per_item"],
  ["global\nloads", "global_loads_per_item"],
  ["all\nloads", "loads_per_item"],
];
const column = (k) => 270 + k * 80;
const top = 64;
const step = 44;
const bottom = top + rows.length * step;

/** Formats a value with two significant digits; values below a hundredth are 0. */
const short = (value) => (value < 0.01 ? "0" : brief(Number(value.toPrecision(2))));

export function draw({ results }) {
  const limit = results.at("07/limit.ms");
  const times = rows.map(({ rung }) => results.at(`07/${rung}.ms`));
  const x = scaleLog([0.5, Math.max(...times)], [680, 880]);
  const value = (rung, [, name]) => results.at(`07/${rung}.${name}`);
  const picture = new Picture({
    height: bottom + 44,
    title: "Lab 07, step by step: counters per interaction, and time",
    description:
      rows
        .map(({ rung, name }, i) => `${name}: ${counters.map((one) => `${one[0].replace("\n", " ")} ${short(value(rung, one))}`).join(", ")}; ${brief(times[i])} ms`)
        .join(". ") + `. The limit is ${brief(limit)} ms.`,
  });
  counters.forEach(([head], k) => picture.text(column(k), 24, head, { bold: true, anchor: "middle" }));
  picture.text(680, 24, "milliseconds (log scale)", { bold: true });
  rows.forEach(({ rung, name, out }, i) => {
    const y = top + i * step;
    picture.line(16, y - 5, 944, y - 5, { of: "grid" });
    picture.text(16, y + 17, name, { middle: true, bold: i === 0 || i === rows.length - 1 });
    counters.forEach((one, k) => {
      const marked = k === out;
      if (marked) picture.box(column(k) - 32, y + 1, 64, 32, { of: "waste" });
      picture.text(column(k), y + 17, short(value(rung, one)), { anchor: "middle", middle: true, bold: marked, muted: !marked, halo: marked });
    });
    picture.box(x(0.5), y + 4, x(times[i]) - x(0.5), 26, { of: i === rows.length - 1 ? "c" : "a", rounding: 1 });
    picture.text(x(times[i]) + 8, y + 17, brief(times[i]), { middle: true, bold: true, halo: true });
  });
  picture.line(x(limit), top - 8, x(limit), bottom + 4, { of: "guide", thick: 2 });
  picture.text(x(limit) - 6, bottom + 24, `the roots take ${brief(limit)} ms`, { muted: true });
  picture.box(column(0) - 32, bottom + 10, 24, 18, { of: "waste" });
  picture.text(column(0), bottom + 24, "reduced by the next row", {});
  return picture;
}
