import { scaleLinear } from "d3-scale";
import { brief } from "../kit/plot.mjs";
import { Picture } from "../kit/svg.mjs";

const line = 128; // bytes that one load of a warp requests

/** Warps on an SM, and loads that a thread issues before it uses the first. */
const shapes = [
  { warps: 16, loads: 1 },
  { warps: 64, loads: 1 },
  { warps: 64, loads: 2 },
  { warps: 64, loads: 4 },
  { warps: 48, loads: 8 },
];

const top = 76;
const step = 46;
const bottom = top + shapes.length * step;

export function draw({ results }) {
  const busy = results.at("variants/01_occupancy.latency[bytes on=16384].[a round]");
  const fills = (results.at("device.copy_gb_s") * busy) / 132 / 2;
  const asked = results.manifests[results.id("01")].gate.find((gate) => gate.counter === "bytes_in_flight").min;
  const x = scaleLinear([0, 51200], [230, 880]);
  const picture = new Picture({
    height: bottom + 66,
    title: "Maximum bytes of loads in flight per SM",
    description:
      "One bar for each launch: warps per SM, times 128 bytes, times loads per thread. With one load per thread even 64 warps stay below the bytes that fill the bus and " +
      "below the bytes that the lab requires. Two loads per thread are above both.",
  });
  for (const tick of x.ticks(6)) {
    picture.line(x(tick), top, x(tick), bottom, { of: "grid" });
    picture.text(x(tick), bottom + 24, brief(tick), { anchor: "middle", muted: true });
  }
  shapes.forEach(({ warps, loads }, i) => {
    const bytes = warps * line * loads;
    const y = top + i * step + 6;
    picture.text(214, y + 17, `${warps} warps, ${loads} ${loads === 1 ? "load" : "loads"}/thread`, { anchor: "end", middle: true });
    picture.box(x(0), y, x(bytes) - x(0), 34, { of: bytes < asked ? "b" : "c", rounding: 1 });
  });
  mark(picture, x(fills), 24, `${brief(Number(fills.toPrecision(3)))} fill the bus`);
  mark(picture, x(asked), 50, `${brief(asked)} required by the lab`);
  shapes.forEach(({ warps, loads }, i) => {
    const bytes = warps * line * loads;
    const within = bytes < asked && x(bytes) - x(0) > 80; // after its bar, the text would overlap the marks
    picture.text(x(bytes) + (within ? -10 : 10), top + i * step + 23, brief(bytes), { middle: true, bold: true, anchor: within ? "end" : "start" });
  });
  picture.text(880, bottom + 52, "maximum bytes of loads in flight per SM", { anchor: "end", muted: true });
  return picture;
}

function mark(picture, x, y, words) {
  picture.line(x, y - 10, x, bottom, { of: "guide", thick: 2 });
  picture.text(x + 8, y, words);
}
