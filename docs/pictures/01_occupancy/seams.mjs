import { scaleLinear } from "d3-scale";
import { brief } from "../kit/plot.mjs";
import { Picture } from "../kit/svg.mjs";

const waves = 4;
const all = 256; // launches at 16384 x 16384
const bytes = 1024 * 256 * 4 * 8; // bytes per wave: blocks, threads, rows, and 4 bytes in and 4 out

export function draw({ results }) {
  const grid = (1e3 * results.at("01/5_rows_in_flight.ms")) / all;
  const wave = (1e3 * results.at("01/7_one_launch_per_wave.ms")) / all;
  const moving = bytes / (1e3 * results.at("device.copy_gb_s"));
  const x = scaleLinear([0, waves * wave], [40, 920]);
  const picture = new Picture({
    height: 330,
    title: "One grid, and one launch per wave of blocks",
    description:
      `Four waves of blocks, in microseconds, as the mean of all ${all}. In one grid a wave takes ${brief(grid)} microseconds. As a separate launch each wave takes ${brief(wave)}, ` +
      `although memory moves its bytes in ${brief(moving)}: memory runs empty at each seam.`,
  });
  picture.text(40, 30, "one grid: a block that ends is replaced at once", { bold: true, size: 18 });
  for (let i = 0; i < waves; ++i) picture.box(x(i * grid), 44, x(grid) - x(0), 50, { of: "a", label: i });
  picture.text(x(waves * grid) + 14, 75, `${brief(grid)} µs each`);
  picture.text(40, 150, "one launch per wave", { bold: true, size: 18 });
  for (let i = 0; i < waves; ++i) {
    picture.box(x(i * wave), 164, x(moving) - x(0), 50, { of: "a", label: i });
    picture.box(x(i * wave + moving), 164, x(wave) - x(moving), 50, { of: "waste" });
  }
  for (const tick of x.ticks(8)) {
    picture.line(x(tick), 226, x(tick), 234);
    picture.text(x(tick), 254, tick, { anchor: "middle", muted: true });
  }
  picture.line(40, 230, 920, 230).text(920, 282, "µs, the mean of all waves", { anchor: "end", muted: true });
  picture.legend(40, 316, [["a", `bytes that memory moves in ${brief(moving)} µs`], ["waste", "the cost of a seam: end, start, first latency"]]);
  return picture;
}
