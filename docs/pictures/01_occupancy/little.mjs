import { format } from "d3-format";
import { scaleLinear } from "d3-scale";
import { Picture } from "../kit/svg.mjs";

const multiprocessors = 132;
const bottom = 300;

export function draw({ results }) {
  const copy = results.at("device.copy_gb_s") / 1e3;
  const latency = (bytes) => results.at(`variants/01_occupancy.latency[bytes on=${bytes}].[a round]`) / 1e3;
  const [idle, busy] = [latency(128), latency(16384)];
  const all = copy * busy; // MB
  const each = (1e3 * all) / multiprocessors; // KB
  const two = format(".2f");
  const one = format(".1f");
  const x = scaleLinear([0, 0.6], [130, 630]);
  const y = scaleLinear([0, 4.5], [bottom, 30]);
  const picture = new Picture({
    height: 368,
    title: "Little's law as an area",
    description:
      `A rectangle as high as the bandwidth, ${two(copy)} TB/s, and as wide as the latency of a busy memory, ${two(busy)} microseconds. Its area is the bytes in flight: ` +
      `${one(all)} MB, or ${one(each)} KB for each of ${multiprocessors} SMs. The latency of an idle memory, ${two(idle)} microseconds, is marked inside.`,
  });
  picture.box(x(0), y(copy), x(busy) - x(0), bottom - y(copy), { of: "a", rounding: 0 });
  picture.line(x(idle), y(copy), x(idle), bottom + 8, { of: "guide", thick: 2 });
  picture.path([[x(0), 20], [x(0), bottom], [640, bottom]]);
  picture.text(x(0) - 12, y(copy), `${two(copy)} TB/s\na copy`, { anchor: "end", middle: true });
  picture.text(x(idle), bottom + 26, `${two(idle)} µs\nidle memory`, { anchor: "middle", muted: true });
  picture.text(x(busy), bottom + 26, `${two(busy)} µs\nbusy memory`, { anchor: "middle" });
  picture.text((x(0) + x(busy)) / 2, (y(copy) + bottom) / 2, `${one(all)} MB\nin flight`, { anchor: "middle", middle: true, bold: true, size: 24 });
  picture.text(690, 120, `÷ ${multiprocessors} SMs`, { muted: true });
  picture.text(690, 150, `${one(each)} KB per SM`, { bold: true, size: 20 });
  picture.text(690, 210, "÷ 2: half of them are stores,\nand no thread waits for these", { muted: true });
  picture.text(690, 260, `${one(each / 2)} KB of loads`, { bold: true, size: 20 });
  return picture;
}
