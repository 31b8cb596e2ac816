// The bytes of each thread: vectors first, and the single bytes of both ends for the threads after them.

import { Picture } from "../kit/svg.mjs";

export function draw() {
  const picture = new Picture({
    height: 312,
    title: "The threads that take the bytes of both ends",
    description:
      "Above, the image: head, vectors, tail. Below, the threads in the order of their numbers: threads below the number of vectors " +
      "take one vector each; the next ones take the bytes of the head, then those of the tail; the rest of the last block has nothing to do.",
  });
  const image = 56;
  const threads = 190;
  const high = 46;
  const piece = (x, y, w, of, label) => picture.box(x, y, w, high, { of, label });
  const fan = (x1, x2, u1, u2, of) => picture.path(`M${x1},${image + high + 4}L${x2},${image + high + 4}L${u2},${threads - 4}L${u1},${threads - 4}Z`, { of, filled: true });

  picture.text(24, 36, "the image");
  picture.text(24, threads + high + 28, "the threads, by number");
  // Draw the fans first, so that the boxes are on top of them.
  fan(108, 780, 24, 560, "a");
  fan(24, 108, 560, 660, "b");
  fan(780, 920, 660, 800, "b");
  piece(24, image, 84, "b", "head");
  piece(108, image, 672, "a", "vectors");
  piece(780, image, 140, "b", "tail");
  piece(24, threads, 536, "a", "thread t takes vector t");
  piece(560, threads, 100, "b", "head");
  piece(660, threads, 140, "b", "tail");
  piece(800, threads, 120, "idle", "");
  picture.text(560, threads + high + 28, "t ≥ vectors: single byte number t − vectors");
  picture.text(920, threads + high + 56, "dotted: threads of the last block without work", { anchor: "end", muted: true });
  return picture;
}
