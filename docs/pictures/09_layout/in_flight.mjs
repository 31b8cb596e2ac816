// The elements that one thread has in flight: through a register one by one, and by asynchronous copies all at once.
import { Picture } from "../kit/svg.mjs";
import { fields } from "./words.mjs";

const records = 4;
const left = 40;
const [ask, trip, store] = [7, 160, 12]; // request of an element, its latency, and its store to the tile, in units of the picture

export function draw() {
  const elements = records * fields;
  const picture = new Picture({
    height: 414,
    title: "Elements of one thread in flight",
    description:
      `Two timelines. Above, a thread with one record moves its ${fields} elements through a register: it waits for one, stores it to the tile, and loads the next. One element is in flight at a time. ` +
      `Below, a thread with ${records} records requests ${elements} elements by asynchronous copies, one right after the other, and waits once: all ${elements} are in flight together.`,
  });
  picture.text(24, 26, "one record per thread: an element is loaded to a register, then stored", { bold: true });
  const top = 44;
  const one = ask + trip + store;
  for (let i = 0; i < fields; ++i) way(left + i * one, top + i * 15, true);
  picture.text(left, top + fields * 15 + 14, "1 element in flight at a time, 5 in this time", { muted: true });

  const below = 182;
  picture.text(24, below - 16, `${records} records per thread: asynchronous copies into the tile`, { bold: true });
  for (let i = 0; i < elements; ++i) way(left + i * ask, below + i * 8, false, 7);
  const end = left + elements * ask + trip;
  picture.line(end + 4, below - 4, end + 4, below + elements * 8 + 6, { of: "strong", thick: 2.5 });
  picture.text(end + 16, below + 24, "one wait for all of them,\nthen the barrier", { bold: true });
  picture.text(end + 16, below + 96, `${elements} elements in flight together`, { muted: true });
  picture.arrow(left, below + elements * 8 + 22, 930, below + elements * 8 + 22);
  picture.text(930, below + elements * 8 + 42, "time", { anchor: "end", muted: true });
  picture.legend(left, below + elements * 8 + 50, [["strong", "requests an element"], ["a", "it is in flight"], ["b", "store to the tile"]]);
  return picture;

  /** Draws the path of an element; `stored`: the thread itself stores it. */
  function way(x, y, stored, high = 11) {
    picture.box(x, y, ask, high, { of: "strong", rounding: 0 });
    picture.box(x + ask, y, trip, high, { of: "a", rounding: 0 });
    if (stored) picture.box(x + ask + trip, y, store, high, { of: "b", rounding: 0 });
  }
}
