// The limiter of three kernels: the time that each part of the GPU needs, and the measured time.

import { scaleLinear } from "d3-scale";
import { Picture } from "../kit/svg.mjs";
import { brief } from "../kit/plot.mjs";

const multiprocessors = 132;
const warps = 64; // on a full SM
const perCycle = 16; // threads per cycle in the special-function unit
const gigahertz = 1.98;

const kernels = [
  { rung: "baseline", name: "one byte per thread", bytes: 1, conversions: 2.5 },
  { rung: "5_sixteen_bytes", name: "sixteen bytes per thread", bytes: 16, conversions: 2.5 },
  { rung: "6_round_once", name: "one conversion less", bytes: 16, conversions: 1.5 },
];

/** The latency of a load in nanoseconds when memory is busy, and the blocks that the GPU starts per nanosecond, both measured. */
const latency = (results) => results.at("variants/01_occupancy.latency[warps=64, loads a warp=2].a round");
function starts(results) {
  const single = results.build("03", "solution", "1 GiB and 5 bytes, in and out 7 bytes apart");
  return single.counters.grid[0] / (single.ms * 1e6);
}

function sumsOf({ rung, bytes, conversions }, results) {
  const { size, limit_ms: copy } = results.case("03");
  const built = results.build("03", rung);
  const flying = multiprocessors * warps * 32 * bytes;
  return [
    ["blocks to start", built.counters.grid[0] / starts(results) / 1e6],
    ["loads in flight", (size.count / flying) * latency(results) * 1e-6],
    ["conversions", (conversions * size.count) / (multiprocessors * perCycle * gigahertz * 1e6)],
    ["bytes to move", copy],
  ];
}

export function draw({ results }) {
  const groups = kernels.map((kernel) => ({ ...kernel, sums: sumsOf(kernel, results), ms: results.build("03", kernel.rung).ms }));
  const said = groups.map(({ name, sums, ms }) => `${name}: ${sums.map(([what, value]) => `${what} ${value.toFixed(2)}`).join(", ")}; measured ${ms.toFixed(2)}`);
  const picture = new Picture({
    height: 452,
    title: "The limiter of three kernels",
    description: `Milliseconds that each part of the GPU needs for the image. ${said.join(". ")}. The kernel takes little more than the longest of the four.`,
  });
  const x = scaleLinear([0, 2.8], [216, 812]);
  const [top, step, group] = [46, 22, 130];
  for (const tick of [0, 0.5, 1, 1.5, 2, 2.5]) {
    picture.line(x(tick), 14, x(tick), 406, { of: "grid" });
    picture.text(x(tick), 430, brief(tick), { anchor: "middle", muted: true });
  }
  picture.text(944, 430, "ms", { anchor: "end", muted: true });
  groups.forEach(({ name, sums, ms }, k) => {
    const y = top + k * group;
    const longest = Math.max(...sums.map(([, value]) => value));
    picture.text(16, y - 12, name, { bold: true });
    sums.forEach(([what, value], i) => {
      const slowest = value === longest;
      picture.text(206, y + i * step + 9, what, { anchor: "end", middle: true, bold: slowest });
      picture.box(x(0), y + i * step, Math.max(1, x(value) - x(0)), step - 4, { of: slowest ? "b" : "a", rounding: 1 });
    });
    picture.box(x(ms) - 2, y - 5, 4, 4 * step + 6, { of: "strong", rounding: 0 });
    picture.text(x(ms) + 10, y + 2 * step - 2, `${brief(ms)} measured`, { middle: true, bold: true });
  });
  return picture;
}
