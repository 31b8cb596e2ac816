import { Picture } from "../kit/svg.mjs";

const roots = [[4, 5, 6, 7, 8, 9, 10, 11], [12, 13, 14, 15, 16, 4, 5, 6], [7, 8, 9, 10, 11, 12, 13, 14], [15, 16, 4, 5, 6, 7, 8, 9]];
const cell = { wide: 47, high: 40 };

export function draw() {
  const picture = new Picture({
    height: 300,
    title: "The input and the output of transform",
    description:
      "A matrix before and after. Each element of an even column becomes its root, each of an odd column its root plus one. The result " +
      "replaces the value in place.",
  });
  matrix(picture, 40, "before", (row, column) => roots[row][column] ** 2);
  matrix(picture, 544, "after, in place", (row, column) => roots[row][column] + (column % 2));
  picture.arrow(436, 144, 524, 144, { thick: 3 });
  picture.text(480, 126, "transform", { anchor: "middle", mono: true });
  picture.legend(40, 270, [["a", "even column: sqrtf(v)"], ["b", "odd column: sqrtf(v) + 1"]]);
  return picture;
}

function matrix(picture, x, name, value) {
  picture.text(x, 24, name, { bold: true });
  for (let column = 0; column < 8; ++column) picture.text(x + (column + 0.5) * cell.wide, 54, column, { anchor: "middle", muted: true });
  roots.forEach((row, i) =>
    picture.row(x, 64 + i * cell.high, row.length, cell.wide, cell.high - 4, { gap: 4, of: (j) => (j % 2 ? "b" : "a"), label: (j) => value(i, j) }),
  );
}
