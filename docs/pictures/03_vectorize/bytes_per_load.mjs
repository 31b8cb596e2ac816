// The bytes that one load of a warp covers: one byte per lane in the baseline, sixteen bytes per lane with vectors.

import { Picture } from "../kit/svg.mjs";
import { firstLoads } from "./recorded.mjs";

export const records = {
  bytes: ["03", "labs/03_vectorize/baseline.cu"],
  vectors: ["03", "solutions/03_vectorize/ladder/5_sixteen_bytes.cu"],
};

const left = 30;
const sector = 53;
const sectors = 17;
const unit = sector / 32;

export function draw({ recorded }) {
  const single = firstLoads(recorded.bytes);
  const [vector] = firstLoads(recorded.vectors);
  const picture = new Picture({
    height: 436,
    title: "One byte per lane against sixteen bytes per lane",
    description:
      `The first 544 bytes of the image's memory as 17 sectors of 32 bytes; the image begins at byte ${single[0].from}. With one byte per lane each load of a warp covers ` +
      `32 bytes, one step further to the right than the previous load, and touches ${single[0].sectors} sectors; it takes 16 ` +
      `loads for 512 bytes. With sixteen bytes per lane one load covers 512 bytes and touches ${vector.sectors} sectors.`,
  });
  const x = (byte) => left + byte * unit;

  picture.text(left, 22, `memory, in sectors of 32 bytes; the image begins at byte ${single[0].from}`, { muted: true });
  picture.row(left, 34, sectors, sector, 26, { label: (i) => i, mono: true });

  const top = 82;
  const step = 14;
  for (let byte = 0; byte <= 544; byte += 32) picture.line(x(byte), 60, x(byte), 374, { of: "grid" });
  single.forEach((load, i) => picture.box(x(load.from), top + i * step, 32 * unit, step - 3, { of: "b", rounding: 1 }));
  for (let i = single.length; i < 16; ++i)
    picture.box(x(single[0].from + 32 * i), top + i * step, 32 * unit, step - 3, { of: "empty", rounding: 1 });
  picture.text(x(292), top + 26, "one byte per lane: 16 loads for 512 bytes", { bold: true, of: "b" });
  picture.text(x(292), top + 50, `each covers 32 bytes and touches ${single[0].sectors} sectors`);
  picture.text(x(228), top + 206, "dashed: the loads of the next block", { anchor: "end", muted: true });

  const y = 336;
  vector.lanes.forEach((from, lane) =>
    picture.box(x(from), y, 16 * unit, 38, { of: "a", label: lane, mono: true, rounding: 1 }),
  );
  picture.text(left, y + 64, "sixteen bytes per lane: 1 load for 512 bytes", { bold: true, of: "a" });
  picture.text(left, y + 88, `lanes 0 to 31 adjacent; it touches ${vector.sectors} sectors, because it begins inside one`);
  return picture;
}
