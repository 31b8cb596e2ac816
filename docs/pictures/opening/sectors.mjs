// The sectors that memory moves for one load of a warp, in four programs of the course.
import { Picture } from "../kit/svg.mjs";

export const records = {
  column: ["01", "labs/01_occupancy/baseline.cu"],
  row: ["01", "solutions/01_occupancy/ladder/1_coalesced.cu"],
  byte: ["03", "labs/03_vectorize/baseline.cu"],
  wide: ["03", "solutions/03_vectorize/student.cu"],
};

const line = 128;
const sector = 32;
const left = 330;
const wide = 118; // width of a line
const shownLines = 4;

export function draw({ recorded }) {
  const loads = [
    { name: "a byte per lane, not aligned", load: loadOf(recorded.byte, 1) },
    { name: "a float per lane, neighbours", load: loadOf(recorded.row, 4) },
    { name: "16 bytes per lane, neighbours", load: loadOf(recorded.wide, 16) },
    { name: "a float per lane, different rows", load: loadOf(recorded.column, 4) },
  ];
  const picture = new Picture({
    height: 388,
    title: "Sectors that one load of a warp touches",
    description: loads.map(({ name, load }) => `${name}: ${load.sectors} sectors for ${asked(load)} bytes`).join(". ") + ".",
  });
  picture.bracket(left + 1, left + wide - 1, 50, "a line, 128 bytes");
  picture.bracket(left + 2 * (wide + 4) + 1, left + 2 * (wide + 4) + wide / 4 - 1, 200, "a sector, 32 bytes");
  loads.forEach(({ name, load }, i) => {
    const y = 70 + i * 70;
    picture.text(24, y + 12, name, { middle: true, bold: true });
    picture.text(24, y + 36, `${load.sectors} sectors, ${asked(load)} of ${load.sectors * sector} bytes used`, { middle: true, muted: true });
    const touched = linesOf(load);
    touched.slice(0, shownLines).forEach((from, k) => drawn(picture, load, from, left + k * (wide + 4), y));
    if (touched.length > shownLines) picture.text(left + shownLines * (wide + 4) + 4, y + 17, `and ${touched.length - shownLines} more`, { middle: true });
  });
  picture.legend(24, 368, [["a", "requested"], ["waste", "moved, not used"], ["empty", "not moved"]]);
  return picture;
}

/** Returns the first load of `bytes` per lane from global memory by a warp whose lanes are all active. */
function loadOf(recorded, bytes) {
  const found = recorded.accesses.find(
    (access) => access.kind === "load" && access.space === "global" && access.bytes === bytes && access.lanes.every((lane) => lane !== null),
  );
  if (!found) throw new Error(`${recorded.source} has no load of ${bytes} bytes by a whole warp`);
  return found;
}

const asked = (load) => load.bytes * load.lanes.length;
/** Returns the beginnings of the lines that the load touches. A buffer begins `misaligned` bytes past a boundary. */
const linesOf = (load) => [...new Set(load.lanes.map((byte) => Math.floor((byte + load.misaligned) / line) * line))];

function drawn(picture, load, from, x, y) {
  const scale = wide / line;
  const used = new Set(load.lanes.flatMap((first) => Array.from({ length: load.bytes }, (_, i) => first + i + load.misaligned)));
  for (let at = from; at < from + line; at += sector) {
    const bytes = Array.from({ length: sector }, (_, i) => at + i).filter((byte) => used.has(byte));
    const place = x + (at - from) * scale;
    const of = bytes.length === 0 ? "empty" : bytes.length === sector ? "a" : "waste";
    picture.box(place + 1, y, sector * scale - 2, 34, { of, rounding: 2 });
    if (of === "waste") picture.box(place + (bytes[0] - at) * scale + 1, y, bytes.length * scale - 1, 34, { of: "a", rounding: 1 });
  }
}
