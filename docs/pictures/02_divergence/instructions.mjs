import { scaleLinear } from "d3-scale";
import { brief } from "../kit/plot.mjs";
import { Picture, width } from "../kit/svg.mjs";

// Position of a rung's name, relative to its point.
const shown = {
  "1_coalesced": { dx: -14, dy: 6 },
  "5_select": { dx: -16, dy: 6 },
  "3_split_kernels": { dx: -38, dy: -8 },
  "4_regrouped_warps": { dx: -44, dy: 0 },
  "7_float4": { dx: -20, dy: 14 },
  "8_regrouped_values": { dx: 24, dy: 42, anchor: "start" },
  "14_round_by_adding": { dx: 16, dy: 42, anchor: "start" },
};

const [left, right, top, bottom] = [76, width - 40, 40, 390];

/** Warp instructions that the device can issue per millisecond: four per cycle on each of 132 SMs, at 1.98 GHz. */
const perMillisecond = 4 * 132 * 1.98e6;

export function draw({ results }) {
  const { rungs, size } = results.case("02");
  const steps = size.width * (size.striped + size.mixed) * size.iterations;
  const points = rungs.filter((rung) => shown[rung.name]).map((rung) => ({ ...rung, x: rung.counters.instructions_per_item, lanes: rung.counters.active_lanes }));
  const x = scaleLinear([0, 6], [left, right]);
  const y = scaleLinear([0, 2], [bottom, top]);
  const picture = new Picture({
    height: 460,
    title: "Time follows the number of warp instructions",
    description: `Rungs of the ladder, their warp instructions per value and step against their time. All are above the line of the maximum issue rate of 132 SMs: ${points
      .map((point) => `${point.name} has ${brief(point.x)} instructions, ${brief(point.lanes)} active lanes, and takes ${brief(point.ms)} ms`)
      .join("; ")}. Active lanes do not determine the time: with 31 of them, one rung is slow and another fast.`,
  });
  for (const tick of x.ticks(6)) {
    picture.line(x(tick), top, x(tick), bottom, { of: "grid" });
    picture.text(x(tick), bottom + 24, tick, { anchor: "middle", muted: true });
  }
  for (const tick of y.ticks(4)) {
    picture.line(left, y(tick), right, y(tick), { of: "grid" });
    picture.text(left - 10, y(tick), brief(tick), { anchor: "end", middle: true, muted: true });
  }
  picture.text(16, 20, "time in ms", { muted: true });
  picture.text(right, bottom + 50, "warp instructions per value and step", { anchor: "end", muted: true });
  const least = (instructions) => (instructions * steps) / perMillisecond;
  picture.line(x(0), y(0), x(6), y(least(6)), { of: "guide", thick: 2 });
  picture.text(x(3.7), y(least(3.7)) + 60, "4 instructions per cycle and SM", { muted: true });

  for (const { name, x: instructions, ms, lanes } of points) {
    const [px, py] = [x(instructions), y(ms)];
    const together = lanes > 27;
    if (together) picture.circle(px, py, 8, { of: "c" });
    else picture.box(px - 7, py - 7, 14, 14, { of: "b", rounding: 0 });
    const { dx, dy, anchor = "end" } = shown[name];
    picture.text(px + dx, py + dy, `${name}: ${Math.round(lanes)} lanes`, { anchor, bold: together, halo: true });
  }
  picture.legend(left + 8, bottom + 50, [["c", "nearly all lanes active"], ["b", "under half"]]);
  return picture;
}
