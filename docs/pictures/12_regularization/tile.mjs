// The two phases of a tile: its nonzeros, four per thread, become products in shared memory; then lanes add up rows.

import { Picture } from "../kit/svg.mjs";
import { random } from "./matrix.mjs";

const lengths = [5, 3, 0, 8];
const kinds = ["a", "b", "plain", "c"];
const threads = 4;
const each = 4;
const lanes = 2;
const [left, wide] = [112, 52];

export function draw() {
  const next = random(5);
  const count = lengths.reduce((sum, length) => sum + length);
  if (count !== threads * each) throw new Error("the tile is not full");
  const rowOf = lengths.flatMap((length, row) => Array(length).fill(row));
  const columns = rowOf.map(() => Math.floor(100 * next()));
  const products = rowOf.map(() => 1 + Math.floor(9 * next()));
  const begins = lengths.reduce((sums, length) => [...sums, sums.at(-1) + length], [0]);
  const sums = lengths.map((_, row) => products.slice(begins[row], begins[row + 1]).reduce((sum, value) => sum + value, 0));
  const picture = new Picture({
    height: 486,
    title: "A tile: first products, then rows",
    description:
      `${count} consecutive nonzeros of four rows. Each of ${threads} threads loads ${each} neighbours with one vector load, loads their elements of x, and writes ${each} products to shared memory; rows do not matter for that. ` +
      `After a barrier ${lanes} lanes add up each row: rows of ${lengths.join(", ")} products, with the sums ${sums.join(", ")}.`,
  });
  const at = (i) => left + i * wide;
  picture.text(left - 16, 88, "columns", { anchor: "end", middle: true });
  picture.text(left - 16, 206, "products", { anchor: "end", middle: true });
  for (let thread = 0; thread < threads; ++thread) {
    const x = at(thread * each);
    picture.bracket(x + 2, x + each * wide - 4, 50, `thread ${thread}: 16 bytes`);
    picture.arrow(x + (each * wide) / 2, 112, x + (each * wide) / 2, 180, { of: "edge", thick: 2 });
    picture.text(x + (each * wide) / 2 + 10, 150, "× x[column]", { muted: true });
  }
  columns.forEach((column, i) => {
    picture.box(at(i), 70, wide - 4, 36, { of: kinds[rowOf[i]], label: column });
    picture.box(at(i), 188, wide - 4, 36, { of: kinds[rowOf[i]], label: products[i] });
  });
  picture.line(left, 246, at(count) - 4, 246, { of: "guide", thick: 2 });
  picture.text(left - 16, 246, "barrier", { anchor: "end", middle: true, muted: true });
  lengths.forEach((length, row) => {
    const [x, end] = [at(begins[row]), at(begins[row + 1]) - 4];
    if (length) {
      picture.path([[x, 264], [x, 272], [end, 272], [end, 264]]);
      for (let i = 0; i < length; ++i) picture.text(at(begins[row] + i) + wide / 2 - 2, 290, i % lanes, { anchor: "middle", muted: true });
    }
  });
  picture.text(left - 16, 290, "lane", { anchor: "end", muted: true });
  let x = left;
  lengths.forEach((length, row) => {
    const words = products.slice(begins[row], begins[row + 1]);
    const of = (lane) => words.filter((_, i) => i % lanes === lane);
    const w = 196;
    picture.box(x, 318, w, 96, { of: kinds[row] });
    picture.text(x + 12, 342, `row ${row}`, { bold: true });
    for (let lane = 0; lane < lanes; ++lane) {
      const addends = of(lane);
      picture.text(x + 12, 366 + lane * 22, `lane ${lane}: ${addends.length ? addends.join(" + ") : "nothing"}`);
    }
    picture.text(x + w - 12, 342, `y = ${sums[row]}`, { anchor: "end", bold: true });
    x += w + 12;
  });
  picture.text(left, 446, `Phase 1, by nonzeros: ${each} per thread, whatever the rows are.`);
  picture.text(left, 470, "Phase 2, by rows: uneven again, but it reads only shared memory.");
  return picture;
}
