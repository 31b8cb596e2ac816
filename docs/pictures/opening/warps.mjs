// The read speed of an H200, by the warps per SM and the loads in flight per warp.
import { curves } from "../kit/plot.mjs";

export function draw({ results }) {
  const rows = results.table("variants/01_occupancy.latency").filter((row) => typeof row.warps === "number");
  const one = rows.filter((row) => row["loads a warp"] === 1).map((row) => [row.warps, row.read]);
  const more = rows.filter((row) => row.warps === 64);
  const copy = results.at("device.copy_gb_s") / 1000;
  return curves({
    title: "Read speed against the warps on an SM",
    description:
      `Measured with one load in flight per warp: one warp per SM reads ${one[0][1]} TB/s, and twice the warps read about twice as much. 64 warps, the maximum, ` +
      `reach ${one.at(-1)[1]} TB/s, where a copy moves ${copy.toFixed(2)}. With two loads in flight in each of 64 warps the speed is ${more[1].read}, with four ${more[2].read}.`,
    x: { name: "warps on an SM", domain: [0, 70], ticks: [0, 8, 16, 32, 48, 64] },
    y: { name: "read, TB/s", domain: [0, 5] },
    series: [
      { name: "one load per warp", of: "a", points: one, named: 5, anchor: "end" },
      ...more.slice(1).map((row, i) => ({ name: `${row["loads a warp"]} loads per warp`, of: "bc"[i], points: [[row.warps, row.read]], anchor: "end", above: i === 1 })),
    ],
    marks: [{ name: "a copy", value: copy, left: true }],
    height: 440,
  });
}
