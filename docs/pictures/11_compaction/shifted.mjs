// Stores of 16 bytes: a tile's first output index is not aligned, so the stage must be shifted by as many words.

import { Picture } from "../kit/svg.mjs";

const [first, kept, vector] = [6126, 13, 4]; // the tile's first output index, its count, elements in 16 bytes
const [left, cell, high] = [150, 44, 36];

export function draw() {
  const shift = first % vector;
  const begin = first - shift; // index of the first vector
  const cells = Math.ceil((shift + kept) / vector) * vector;
  /** Whether the vector of an output index belongs to this tile as a whole. */
  const whole = (index) => {
    const from = index - (index % vector);
    return from >= first && from + vector <= first + kept;
  };
  const stores = cells / vector;
  const wholes = Array.from({ length: stores }, (_, i) => whole(begin + i * vector)).filter(Boolean).length;
  const picture = new Picture({
    height: 392,
    title: "Sixteen bytes at a time, and a stage that is shifted",
    description:
      `A tile keeps ${kept} elements, and its first output index is ${first}, ${shift} words after an aligned address. With the first one at the beginning of the stage a vector of the result is in two vectors of the stage. ` +
      `If the stage begins ${shift} words later, the vectors of both match: ${wholes} of ${stores} are whole, and the others are written element by element.`,
  });
  const x = (i) => left + i * cell;
  const label = (y, words) => picture.text(left - 16, y + high / 2, words, { anchor: "end", middle: true });
  const vectors = (y, count) => {
    for (let i = 0; i <= count; i += vector) picture.line(x(i), y - 8, x(i), y + high + 8, { of: "strong", thick: 2 });
  };
  const element = (index) => index - first;
  const of = (index) => (index < first || index >= first + kept ? "empty" : whole(index) ? "a" : "b");
  const name = (index) => (index < first || index >= first + kept ? "" : element(index));
  label(52, "out");
  for (let i = 0; i < cells; i += vector) picture.text(x(i) + 4, 34, begin + i, { muted: true });
  picture.row(x(0), 52, cells, cell, high, { of: (i) => of(begin + i), label: (i) => name(begin + i), gap: 2 });
  vectors(52, cells);
  label(154, "stage,\nnot shifted");
  picture.row(x(0), 154, cells, cell, high, { of: (i) => (i < kept ? (whole(first + i) ? "a" : "b") : "empty"), label: (i) => (i < kept ? i : ""), gap: 2 });
  vectors(154, cells);
  const one = [...Array(cells).keys()].find((i) => i % vector === 0 && whole(begin + i)) - shift;
  picture.bracket(x(one) + 3, x(one + vector) - 3, 204, "a vector of out is in two of the stage", { below: true });
  label(262, `stage,\nshifted by ${shift}`);
  picture.row(x(0), 262, cells, cell, high, { of: (i) => of(begin + i), label: (i) => name(begin + i), gap: 2 });
  vectors(262, cells);
  picture.bracket(x(one + shift) + 3, x(one + shift + vector) - 3, 312, "the same vector in both: one load, one store", { below: true });
  picture.legend(left, 378, [["a", "in a whole vector: 16 bytes at once"], ["b", "one by one"], ["empty", "other tiles"]]);
  return picture;
}
