// The problem in one picture: the elements that one element of C needs, and the other elements of C that need them, too.
import { Picture } from "../kit/svg.mjs";

const cell = 24;
const [n, p, m] = [6, 6, 11];
const [row, column] = [3, 7];
const gap = 18;

export function draw() {
  const picture = new Picture({
    height: 400,
    title: "One element of C is a row of A times a column of B",
    description:
      "Three matrices: B above, A on the left, C between them at the lower right. One row of A, one column of B and the element " +
      "of C where they cross are marked. All elements of C in the same row need the same row of A, and all in the same column " +
      "need the same column of B.",
  });
  const a = { x: 150, y: 30 + p * cell + gap };
  const b = { x: a.x + p * cell + gap, y: 30 };
  const c = { x: b.x, y: a.y };

  grid(a, n, p, (i) => i === row && "a");
  grid(b, p, m, (_, j) => j === column && "b");
  grid(c, n, m, (i, j) => i === row && j === column && "c");
  frame(c.x, c.y + row * cell, m * cell, cell, "a");
  frame(c.x + column * cell, c.y, cell, n * cell, "b");

  const rowMiddle = a.y + (row + 0.5) * cell;
  const columnMiddle = b.x + (column + 0.5) * cell;
  picture.text(a.x - 14, rowMiddle, "row", { anchor: "end", middle: true, bold: true, of: "a" });
  picture.text(columnMiddle, b.y - 10, "column", { anchor: "middle", bold: true, of: "b" });
  picture.text(a.x + (p * cell) / 2, a.y - 34, "A", { anchor: "middle", size: 24, bold: true });
  picture.text(a.x + (p * cell) / 2, a.y - 12, "n rows, p columns", { anchor: "middle", muted: true });
  picture.text(b.x - 14, b.y + 22, "B", { anchor: "end", size: 24, bold: true });
  picture.text(b.x - 14, b.y + 46, "p rows, m columns", { anchor: "end", muted: true });

  picture.text(c.x - 4, c.y + n * cell + 26, "C", { size: 24, bold: true });
  picture.text(c.x + 22, c.y + n * cell + 26, "n rows, m columns", { muted: true });

  const words = b.x + m * cell + 30;
  picture.text(words, b.y + 26, "one element of C", { bold: true, of: "c" });
  picture.text(words, b.y + 50, "= its row of A × its column of B:\np products, added up");
  picture.line(words - 12, rowMiddle, b.x + m * cell + 6, rowMiddle, { arrow: true });
  picture.text(words, rowMiddle - 4, "all m elements of this row of C");
  picture.text(words, rowMiddle + 18, "need the same row of A", { bold: true, of: "a" });
  const foot = c.y + n * cell;
  picture.path([[words - 12, foot + 30], [columnMiddle, foot + 30], [columnMiddle, foot + 6]], { arrow: true });
  picture.text(words, foot + 20, "all n elements of this column of C");
  picture.text(words, foot + 42, "need the same column of B", { bold: true, of: "b" });
  return picture;

  function frame(x, y, w, h, of) {
    picture.path([[x, y], [x + w, y], [x + w, y + h], [x, y + h], [x, y - 1.5]], { of, thick: 3 });
  }

  function grid(at, rows, columns, kind) {
    for (let i = 0; i < rows; ++i)
      for (let j = 0; j < columns; ++j)
        picture.box(at.x + j * cell, at.y + i * cell, cell, cell, { of: kind(i, j) || "", rounding: 0 });
  }
}
