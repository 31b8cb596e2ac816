// One slab after the other, and the same work with the next slab in flight: which part is busy at which time.

import { Picture } from "../kit/svg.mjs";

// Drawn widths, which are not measured: three consecutive steps fill the line, and so do the first load and four steps with the
// next slab in flight.
const [fetch, put, multiply] = [86, 46, 126];
const left = 170;
const right = 944;

class Lane {
  constructor(picture, y, name) {
    Object.assign(this, { picture, y });
    picture.box(left, y, right - left, 40, { of: "idle", rounding: 1 });
    picture.text(20, y + 20, name, { middle: true });
  }
  add(x, w, of, label) {
    this.picture.box(x, this.y, w, 40, { of, label, rounding: 1 });
  }
}

const kind = (slab) => (slab % 2 === 0 ? "a" : "d");

export function draw() {
  const picture = new Picture({
    height: 400,
    title: "One slab after the other, and one slab used while the next is in flight",
    description:
      "The work of global memory and of the threads of a block over time, in two ways. Above, a slab is fetched, put and multiplied before the next one is fetched: " +
      "while one of the two works, the other is idle, and there are two barriers per slab. Below, the fetch of the next slab begins " +
      "together with the multiplication of this one: in the same time more slabs are multiplied, with one barrier per slab.",
  });
  const barrier = (x, y) => x < right && picture.line(x, y - 8, x, y + 100, { of: "strong", thick: 2.5 });

  picture.text(20, 34, "starter code", { bold: true, size: 18 });
  let memory = new Lane(picture, 52, "global memory");
  let threads = new Lane(picture, 102, "threads");
  for (let slab = 0, x = left; x < right; ++slab) {
    memory.add(x, fetch, kind(0), `fetch ${slab}`);
    threads.add(x + fetch, put, "b", "put");
    barrier(x + fetch + put, 52);
    threads.add(x + fetch + put, multiply, kind(0), `multiply ${slab}`);
    x += fetch + put + multiply;
    barrier(x, 52);
  }

  picture.text(20, 204, "the next slab in flight", { bold: true, size: 18 });
  memory = new Lane(picture, 222, "global memory");
  threads = new Lane(picture, 272, "threads");
  memory.add(left, fetch, kind(0), "fetch 0");
  for (let slab = 0, x = left + fetch; x < right; ++slab) {
    threads.add(x, put, "b", "put");
    x += put;
    barrier(x, 222);
    memory.add(x, fetch, kind(slab + 1), `fetch ${slab + 1}`);
    threads.add(x, multiply, kind(slab), `multiply ${slab}`);
    x += multiply;
  }
  picture.arrow(left, 352, right, 352).text(left, 378, "time, not to scale", { muted: true });
  picture.line(520, 362, 520, 384, { of: "strong", thick: 2.5 }).text(532, 378, "barrier");
  picture.legend(640, 378, [["idle", "idle"], ["a", "slabs[0]"], ["d", "slabs[1]"]]);
  return picture;
}
