// Which words of a slab a warp reads with one load of 16 bytes per lane, recorded: of A, and of B.

import { Picture } from "../kit/svg.mjs";

export const records = { wide: ["05", "solutions/05_register_tiling/student.cu"] };

const left = 32;
const cell = 28;

/** Returns the loads of warp 0 for k = 0: two from A's slab and two from B's, in the order of their addresses. */
function loadsOfOneK({ lines, accesses }) {
  const { line } = lines.find(({ text }) => text.includes("*reinterpret_cast<const float4*>(from)"));
  return accesses
    .filter((one) => one.line === line && one.space === "shared" && one.warp === 0 && one.execution === 1 && one.block.every((b) => b === 0))
    .sort((one, other) => one.order - other.order)
    .slice(0, 4)
    .sort((one, other) => one.lanes[0] - other.lanes[0]);
}

/** Returns for each group of four words that is read its offset in words from the first one, and the lanes that read it. */
function groupsOf(load) {
  const first = Math.min(...load.lanes);
  const groups = new Map();
  load.lanes.forEach((offset, lane) => {
    const word = (offset - first) / 4;
    groups.set(word, [...(groups.get(word) ?? []), lane]);
  });
  return [...groups].sort(([one], [other]) => one - other);
}

/** Formats lanes: "0–3" for neighbours, "0, 4, … 28" for others. */
const named = (lanes) =>
  lanes.at(-1) - lanes[0] === lanes.length - 1 ? `${lanes[0]}–${lanes.at(-1)}` : `${lanes[0]}, ${lanes[1]}, … ${lanes.at(-1)}`;

function drawLoad(picture, load, { y, of, title }) {
  const groups = groupsOf(load);
  const read = new Set(groups.flatMap(([word]) => [word, word + 1, word + 2, word + 3]));
  picture.text(left, y, title, { bold: true, size: 18 });
  picture.row(left, y + 46, 32, cell, 40, { of: (word) => (read.has(word) ? of : "empty") });
  for (const [word, lanes] of groups)
    picture.text(left + (word + 2) * cell, y + 36, named(lanes), { anchor: "middle" });
  picture.text(left, y + 112, `${read.size * 4} bytes, each for ${groups[0][1].length} lanes; passes over the banks: ${load.wavefronts}`);
  return groups;
}

export function draw({ recorded }) {
  const [ofA, , ofB] = loadsOfOneK(recorded.wide);
  const picture = new Picture({
    height: 330,
    title: "The words that a warp reads with one load of 16 bytes per lane",
    description:
      "Two rows of 32 words of shared memory. With one load from the slab of A the warp reads all 32, eight groups of four words; four " +
      "neighbouring lanes share a group. With one load from the slab of B it reads 16 of them, four groups; every fourth lane has the same.",
  });
  drawLoad(picture, ofA, { y: 34, of: "a", title: "read_a: eight groups of a row of A's slab, and the lanes that read them" });
  drawLoad(picture, ofB, { y: 190, of: "b", title: "read_b: four groups of a row of B's slab" });
  picture.text(left + 32 * cell, 302, "the rest of the row is for other warps", { anchor: "end", muted: true });
  return picture;
}
