// The gain of techniques in the labs that use them, and their cost in registers and shared memory.
import { scaleLog } from "d3-scale";
import { brief } from "../kit/plot.mjs";
import { Picture } from "../kit/svg.mjs";

/** Techniques, each with the builds without and with it. */
const steps = [
  { lab: "01", name: "coalesced access", from: "0_original", to: "1_coalesced" },
  { lab: "01", name: "four loads per thread", from: "2_block_size", to: "5_rows_in_flight" },
  { lab: "02", name: "values ordered by formula", from: "7_float4", to: "8_regrouped_values" },
  { lab: "03", name: "16 bytes per load", from: "0_one_byte", to: "5_sixteen_bytes" },
  { lab: "04", name: "tiles in shared memory", from: "1_coalesced", to: "3_tile_32" },
  { lab: "04", name: "wide reads without conflicts", from: "4_unrolled", to: "9_warp_patches" },
  { lab: "05", name: "a tile of outputs in registers", from: "baseline", to: "2_register_tile" },
  { lab: "05", name: "double buffering", from: "4_wide_accesses", to: "5_double_buffer" },
  { lab: "06", name: "a histogram for each block", from: "baseline", to: "0_block_histogram" },
  { lab: "06", name: "a copy for each lane", from: "3_sixteen_bytes", to: "5_copy_per_lane" },
  { lab: "07", name: "a cheaper root", from: "1_gather", to: "2_reciprocal_root" },
  { lab: "07", name: "four points per thread", from: "5_approximate_root", to: "6_points_in_a_row" },
  { lab: "08", name: "sums without atomics", from: "06_shared_centroids", to: "08_own_columns" },
  { lab: "08", name: "the loop ends on the device", from: "10_fused", to: "11_no_waiting" },
];

const top = 44;
const step = 26;
const bottom = top + steps.length * step;

export function draw({ results }) {
  const rows = steps.map(({ lab, name, from, to }) => {
    const counted = (build, what) => results.at(`${lab}/${build}.${what}`);
    return {
      lab,
      name,
      gain: results.at(`${lab}/${from}.ms`) / results.at(`${lab}/${to}.ms`),
      registers: [counted(from, "registers"), counted(to, "registers")],
      shared: [counted(from, "shared_bytes"), counted(to, "shared_bytes")].map((bytes) => Math.round(bytes / 1024)),
    };
  });
  const x = scaleLog([1, Math.max(...rows.map((row) => row.gain))], [600, 890]);
  const change = ([before, after]) => (before === after ? "" : `${before} to ${after}`);
  const picture = new Picture({
    height: bottom + 50,
    title: "The gain of each technique, and its cost",
    description:
      rows.map(({ lab, name, gain, registers }) => `Lab ${lab}, ${name}: ${brief(gain)} times as fast, ${registers[0]} registers before and ${registers[1]} after`).join(". ") + ".",
  });
  [[16, "lab and technique"], [350, "registers"], [468, "shared, KB"], [600, "speedup by the technique"]].forEach(([at, head]) => picture.text(at, 24, head, { bold: true }));
  for (const tick of [1, 2, 5, 10]) {
    picture.line(x(tick), top, x(tick), bottom, { of: "grid" });
    picture.text(x(tick), bottom + 24, tick, { anchor: "middle", muted: true });
  }
  rows.forEach(({ lab, name, gain, registers, shared }, i) => {
    const y = top + i * step;
    picture.text(16, y + 12, lab, { middle: true, bold: true });
    picture.text(48, y + 12, name, { middle: true });
    picture.text(350, y + 12, change(registers), { middle: true, muted: true });
    picture.text(468, y + 12, change(shared), { middle: true, muted: true });
    picture.box(x(1), y + 3, x(gain) - x(1), step - 7, { of: "a", rounding: 1 });
    picture.text(x(gain) + 8, y + 12, gain.toFixed(gain < 10 ? 2 : 1), { middle: true, bold: true, halo: true });
  });
  return picture;
}
