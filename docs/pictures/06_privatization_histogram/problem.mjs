// The problem: the bytes of a warp determine where its lanes add. Real bytes, from the first warp of the baseline.

import { Picture } from "../kit/svg.mjs";
import { accessOn } from "./warps.mjs";

export const records = { baseline: ["06", "labs/06_privatization_histogram/baseline.cu"] };

const shown = 16;

export function draw({ recorded }) {
  const access = accessOn(recorded.baseline, "atomicAdd(&args.bins", 0);
  const bytes = access.lanes.slice(0, shown).map((offset) => offset / 4);
  const counters = [...new Set(bytes)].sort((a, b) => a - b);
  const picture = new Picture({
    height: 400,
    title: "Each byte determines its counter",
    description: `${shown} bytes, one for each thread, and below them the ${counters.length} counters that they select. A line leads from each byte to its counter. Most lines end at counter 0.`,
  });

  const w = 51;
  const from = 120;
  const top = 74;
  const bottom = 290;
  picture.text(from - 16, top - 20, "thread", { anchor: "end", muted: true });
  picture.text(from - 16, top + 22, "its byte", { anchor: "end", middle: true });
  bytes.forEach((value, lane) => {
    picture.text(from + (lane + 0.5) * w, top - 20, lane, { anchor: "middle", muted: true });
    picture.box(from + lane * w + 2, top, w - 4, 44, { of: "a", label: value, mono: true });
  });

  const wide = (shown * w) / counters.length;
  const middle = (value) => from + (counters.indexOf(value) + 0.5) * wide;
  bytes.forEach((value, lane) => {
    const x = from + (lane + 0.5) * w;
    picture.path(`M${x},${top + 46}C${x},${top + 130} ${middle(value)},${bottom - 100} ${middle(value)},${bottom - 4}`, { of: value === 0 ? "b" : "edge", thick: value === 0 ? 2.5 : 1.5, arrow: true });
  });
  picture.text(from - 16, bottom + 22, "bins", { anchor: "end", middle: true, mono: true });
  counters.forEach((value) => {
    const adds = bytes.filter((one) => one === value).length;
    picture.box(middle(value) - 36, bottom, 72, 44, { of: value === 0 ? "b" : "plain", label: `[${value}]`, mono: true, bold: value === 0 });
    picture.text(middle(value), bottom + 70, `+${adds}`, { anchor: "middle", bold: value === 0, of: value === 0 ? "b" : "" });
  });
  return picture;
}
