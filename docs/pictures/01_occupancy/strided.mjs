import { Picture } from "../kit/svg.mjs";
import { asked, firstLoad, memoryLine, moved } from "./lines.mjs";

export const records = { before: ["01", "labs/01_occupancy/baseline.cu"] };

export function draw({ recorded }) {
  const load = firstLoad(recorded.before);
  const picture = new Picture({
    height: 400,
    title: "What memory moves for one load of a warp in the baseline",
    description:
      `Each thread asks for 4 bytes of another line of memory; the addresses are ${load.lanes[1] - load.lanes[0]} bytes apart. For each of them memory moves a ` +
      `sector of 32 bytes. That is ${load.sectors} sectors, ${moved(load)} bytes, and ${asked(load)} bytes of them are used.`,
  });
  const x = 222;
  const wide = 22.4;
  const high = 28;
  picture.bracket(x + 1, x + 8 * wide - 1, 40, "a sector, 32 bytes");
  picture.bracket(x + 8 * wide + 1, x + 32 * wide - 1, 40, "the rest of its line of 128 bytes");
  const shown = [0, 1, 2, 3, 4, 31];
  shown.forEach((lane, i) => {
    const y = 62 + i * 40 + (lane === 31 ? 18 : 0);
    picture.text(24, y + high / 2, `thread ${lane}`, { middle: true, bold: true });
    picture.text(x - 12, y + high / 2, `byte ${load.lanes[lane]}`, { middle: true, anchor: "end", muted: true });
    memoryLine(picture, load, Math.floor(load.lanes[lane] / 128) * 128, x, y, wide, high);
  });
  for (const at of [0, 8, 16]) picture.circle(48, 261 + at - 6, 2, { of: "strong" }).circle(x + 4 * wide, 261 + at - 6, 2, { of: "strong" });
  picture.legend(24, 354, [["a", "the 4 bytes that the thread asked for"], ["waste", "moved, and not used"], ["empty", "not moved"]]);
  picture.text(24, 388, `one load of one warp: ${load.sectors} sectors, ${moved(load)} bytes moved, ${asked(load)} of them used`, { bold: true, size: 18 });
  return picture;
}
