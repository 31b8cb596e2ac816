// Stores of 16 bytes: a tile's first place is on no boundary, so the stage has to begin as far behind one.

import { Picture } from "../kit/svg.mjs";

const [first, kept, piece] = [6126, 13, 4]; // the tile's first place, how many it keeps, elements in 16 bytes
const [left, cell, high] = [150, 44, 36];

export function draw() {
  const shift = first % piece;
  const begin = first - shift; // the first place of the first piece
  const cells = Math.ceil((shift + kept) / piece) * piece;
  /** Pieces of the result that are whole. */
  const whole = (place) => {
    const from = place - (place % piece);
    return from >= first && from + piece <= first + kept;
  };
  const stores = cells / piece;
  const wholes = Array.from({ length: stores }, (_, i) => whole(begin + i * piece)).filter(Boolean).length;
  const picture = new Picture({
    height: 392,
    title: "Sixteen bytes at a time, and a stage that is shifted",
    description:
      `A tile keeps ${kept} elements, and its first place is ${first}, ${shift} behind a boundary of 16 bytes. With the first one at the beginning of the stage a piece of the result lies across two pieces of the stage. ` +
      `Where the stage begins ${shift} words later, pieces of both are the same: ${wholes} of ${stores} are whole, and the others go element by element.`,
  });
  const x = (i) => left + i * cell;
  const label = (y, words) => picture.text(left - 16, y + high / 2, words, { anchor: "end", middle: true });
  const pieces = (y, count) => {
    for (let i = 0; i <= count; i += piece) picture.line(x(i), y - 8, x(i), y + high + 8, { of: "strong", thick: 2 });
  };
  const element = (place) => place - first;
  const of = (place) => (place < first || place >= first + kept ? "empty" : whole(place) ? "a" : "b");
  const name = (place) => (place < first || place >= first + kept ? "" : element(place));
  label(52, "out");
  for (let i = 0; i < cells; i += piece) picture.text(x(i) + 4, 34, begin + i, { muted: true });
  picture.row(x(0), 52, cells, cell, high, { of: (i) => of(begin + i), label: (i) => name(begin + i), gap: 2 });
  pieces(52, cells);
  label(154, "stage,\nnot shifted");
  picture.row(x(0), 154, cells, cell, high, { of: (i) => (i < kept ? (whole(first + i) ? "a" : "b") : "empty"), label: (i) => (i < kept ? i : ""), gap: 2 });
  pieces(154, cells);
  const one = [...Array(cells).keys()].find((i) => i % piece === 0 && whole(begin + i)) - shift;
  picture.bracket(x(one) + 3, x(one + piece) - 3, 204, "a piece of out lies across two of the stage", { below: true });
  label(262, `stage,\nshifted by ${shift}`);
  picture.row(x(0), 262, cells, cell, high, { of: (i) => of(begin + i), label: (i) => name(begin + i), gap: 2 });
  pieces(262, cells);
  picture.bracket(x(one + shift) + 3, x(one + shift + piece) - 3, 312, "the same piece of both: one load, one store", { below: true });
  picture.legend(left, 378, [["a", "in a whole piece: 16 bytes at once"], ["b", "one by one"], ["empty", "not this tile's"]]);
  return picture;
}
