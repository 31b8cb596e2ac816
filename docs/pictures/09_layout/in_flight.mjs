// The loads that one thread has in flight on the side of the arrays: in nested loops of both orders, and in one loop.
import { Picture } from "../kit/svg.mjs";

const records = 2; // per thread
const batch = 4; // loads that are issued before the first store
const [ask, trip, store] = [5, 70, 8]; // request of an element, its latency, and its store to the tile, in units of the picture
const [high, step] = [9, 12];
const columns = [
  { left: 40, fields: 2 },
  { left: 510, fields: 16 },
];
const room = 390; // for the timeline of a panel

const programs = [
  { name: "two loops, fields outside", inner: () => records },
  { name: "two loops, records outside", inner: (fields) => fields },
  { name: "one loop over all elements", inner: (fields) => records * fields },
];

export function draw() {
  const panel = 104;
  const top = 62;
  const bottom = top + programs.length * panel;
  const picture = new Picture({
    height: bottom + 74,
    title: "Loads of one thread in flight",
    description:
      `Six timelines of a thread with ${records} records, for 2 fields on the left and for 16 on the right. With the fields outside, the thread loads one element, waits for it, stores it to the tile, ` +
      "and loads the next: one element is in flight at a time, for 2 fields and for 16. With the records outside it is the same for 2 fields, and with 16 fields four loads are in flight together. " +
      "In one loop over all elements four loads are in flight together for 2 fields and for 16; with 2 fields that is a single batch.",
  });
  for (const { left, fields } of columns) picture.text(left - 16, 28, `${fields} fields: ${records * fields} elements per thread`, { bold: true, size: 18 });
  programs.forEach(({ name, inner }, row) => {
    for (const { left, fields } of columns) {
      const y = top + row * panel;
      const together = Math.min(batch, inner(fields) < batch ? 1 : batch);
      picture.text(left - 16, y + 6, `${name}: ${together} in flight`);
      timeline(left, y + 20, records * fields, together);
    }
  });
  picture.line(480, 12, 480, bottom - 8, { of: "guide" });
  picture.arrow(40, bottom + 4, 930, bottom + 4);
  picture.text(930, bottom + 24, "time", { anchor: "end", muted: true });
  picture.legend(40, bottom + 54, [["strong", "requests an element"], ["a", "it is in flight"], ["b", "store to the tile"]]);
  return picture;

  /** Draws the elements of a thread, `together` of them at a time, as many as have room. */
  function timeline(left, y, elements, together) {
    const long = together * (ask + store) + trip;
    let drawn = 0;
    for (let x = left; drawn < elements && x + long <= left + room; x += long)
      for (let n = 0; n < together; ++n, ++drawn) {
        const at = y + (drawn % batch) * step;
        const back = x + together * ask + trip + n * store;
        picture.box(x + n * ask, at, ask, high, { of: "strong", rounding: 0 });
        picture.box(x + (n + 1) * ask, at, back - x - (n + 1) * ask, high, { of: "a", rounding: 0 });
        picture.box(back, at, store, high, { of: "b", rounding: 0 });
      }
    if (drawn < elements) picture.text(left + room + 6, y + 24, "…", { bold: true });
  }
}
