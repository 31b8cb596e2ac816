// The element that each thread writes: in the starter code, and in the solution. The addresses are recorded.
import { Picture } from "../kit/svg.mjs";

export const records = {
  found: ["00", "labs/00_first_steps/student.cu"],
  mended: ["00", "solutions/00_first_steps/student.cu"],
};

const blocks = [0, 1]; // the recorded blocks
const shown = 2; // the marked thread
const places = 64;
const cell = 13;
const left = 96;
const high = 28;

/** Returns the index in `out` that each thread of `block` writes. */
function written(document, block) {
  const line = document.lines.find(({ text }) => text.includes("out[i] ="))?.line;
  const store = document.accesses.find((one) => one.kind === "store" && one.buffer === "out" && one.line === line && one.block[0] === block);
  if (!store) throw new Error(`block ${block} of ${document.source} wrote nothing to "out"`);
  return store.lanes.map((offset) => offset / 4);
}

export function draw({ recorded }) {
  const found = blocks.map((block) => written(recorded.found, block));
  const mended = blocks.map((block) => written(recorded.mended, block));
  const picture = new Picture({
    height: 408,
    title: "Which element each thread writes",
    description:
      `The first ${places} elements of out, and above each element the thread that writes it. In the starter code, the threads of block 0 and those of block 1 write the same elements, ${found[1][0]} to ${found[1][31]}; ` +
      `the rest is never written. In the solution, block 1 writes elements ${mended[1][0]} to ${mended[1][31]}. Thread ${shown} of block 1 writes element ${found[1][shown]} in the starter code, and element ${mended[1][shown]} in the solution.`,
  });
  panel(picture, 16, "starter code", found);
  panel(picture, 216, "solution", mended);
  return picture;
}

function panel(picture, y, name, writes) {
  picture.text(left, y + 10, name, { bold: true, size: 18 });
  writes.forEach((to, block) => {
    const top = y + 26 + block * (high + 8);
    picture.text(left - 14, top + high / 2, `block ${block}`, { anchor: "end", middle: true });
    to.forEach((place, thread) => picture.box(left + place * cell, top, cell - 1.5, high, { of: thread === shown ? "b" : "a", rounding: 1 }));
    const before = to[0] > 0; // there is space for text on the left
    const x = before ? left + to[0] * cell - 16 : left + (to.at(-1) + 1) * cell + 16;
    picture.text(x, top + high / 2, `thread ${shown} writes element ${to[shown]}`, { anchor: before ? "end" : "start", middle: true, of: "b", bold: true });
  });
  const out = y + 26 + writes.length * (high + 8) + 6;
  const all = new Set(writes.flat());
  picture.text(left - 14, out + high / 2, "out", { anchor: "end", middle: true, mono: true });
  for (let place = 0; place < places; ++place)
    picture.box(left + place * cell, out, cell - 1.5, high, { of: all.has(place) ? "c" : "waste", rounding: 1 });
  for (const place of [0, 31, 32, 63])
    picture.text(left + (place + 0.5) * cell, out + high + 20, place, { anchor: place === 31 ? "end" : place === 32 ? "start" : "middle", muted: true });
  if (all.size < places) picture.text(left + 48 * cell, out + high + 20, "never written", { anchor: "middle", of: "waste", bold: true });
}
