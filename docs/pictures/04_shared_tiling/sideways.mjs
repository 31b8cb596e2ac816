// Four steps of k in a tile of A, in a plain tile of B, and in a transposed tile of B.
import { Picture } from "../kit/svg.mjs";

const size = 8; // side of the tiles in the picture
const cell = 27;
const steps = 4;
const at = 3; // the thread's row of A and column of B

export function draw() {
  const picture = new Picture({
    height: 366,
    title: "Four steps of k, with four loads and with one",
    description:
      "Three tiles. In the tile of A four steps of k are neighbours in a row: one load of 16 bytes. In a plain tile of B they are " +
      "in four rows of one column: four loads of 4 bytes. In a transposed tile of B they are neighbours in a row again: one load.",
  });
  const side = size * cell;
  tile(76, "a_tile[row][k]", "a", ["row", "k"], true, "1 load of 16 bytes");
  tile(76 + side + 96, "b_tile[k][column]", "b", ["k", "column"], false, "4 loads of 4 bytes");
  tile(76 + 2 * (side + 96), "b_tile[column][k]", "b", ["column", "k"], true, "1 load of 16 bytes");
  picture.text(76 + side + 96 + side / 2, 350, "plain", { anchor: "middle", muted: true });
  picture.text(76 + 2 * (side + 96) + side / 2, 350, "transposed", { anchor: "middle", muted: true });
  return picture;

  function tile(x, name, of, [down, across], alongRow, words) {
    const y = 72;
    picture.text(x + side / 2, 26, name, { anchor: "middle", mono: true, bold: true });
    picture.text(x, y - 14, `${across} →`, { muted: true });
    picture.text(x - 20, y + side / 2, `${down} →`, { anchor: "middle", muted: true, turned: 90 });
    for (let i = 0; i < size; ++i)
      for (let j = 0; j < size; ++j) {
        const [fixed, k] = alongRow ? [i, j] : [j, i];
        const wanted = fixed === at && k < steps;
        picture.box(x + j * cell, y + i * cell, cell, cell, { of: wanted ? of : "", rounding: 0, label: wanted ? `${k}` : "" });
      }
    // A frame for each load.
    const loads = alongRow ? [[0, at, steps, 1]] : Array.from({ length: steps }, (_, k) => [at, k, 1, 1]);
    for (const [j, i, w, h] of loads) frame(x + j * cell, y + i * cell, w * cell, h * cell, of);
    picture.text(x + side / 2, y + side + 30, words, { anchor: "middle", bold: true, of });
  }

  function frame(x, y, w, h, of) {
    picture.path([[x, y], [x + w, y], [x + w, y + h], [x, y + h], [x, y - 1.5]], { of, thick: 3.5 });
  }
}
