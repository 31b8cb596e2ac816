// The last block: 32 threads for 11 numbers, and the memory past the end.
import { Picture } from "../kit/svg.mjs";

const count = 75;
const group = 32;
const first = Math.floor(count / group) * group;
const there = count - first;
const cell = 28;
const left = 44;
const across = (i) => left + i * cell;

export function draw() {
  const picture = new Picture({
    height: 300,
    title: "The last block has more threads than numbers",
    description:
      `The end of an array of ${count} numbers, elements ${first} to ${count - 1}, and the memory past its end, which belongs to others, hatched. Below, the ${group} threads of block ${first / group}: threads 0 to ` +
      `${there - 1} have one number each. Threads ${there} to 31 are below the memory past the end: ${group - there} threads, ${(group - there) * 4} bytes.`,
  });
  picture.text(left, 26, "the last numbers", { bold: true });
  picture.text(across(there) + 8, 26, "memory that belongs to others", { bold: true });
  picture.text(left, 52, `elements ${first} to ${count - 1}`, { muted: true });
  picture.text(across(there) + 8, 52, `from element ${count} on`, { muted: true });
  for (let i = 0; i < group; ++i) {
    const inside = i < there;
    picture.box(across(i), 66, cell - 3, 44, { of: inside ? "a" : "waste", label: inside ? first + i : "", rounding: 2 });
    picture.box(across(i), 192, cell - 3, 44, { of: inside ? "a" : "empty", label: i, rounding: 2 });
    if (inside) picture.arrow(across(i) + cell / 2 - 1.5, 190, across(i) + cell / 2 - 1.5, 113);
  }
  picture.line(across(there) - 1.5, 12, across(there) - 1.5, 252, { of: "strong", thick: 3 });
  picture.text(across(there) + 8, 154, `without a check: ${group - there} threads, ${group - there} × 4 = ${(group - there) * 4} bytes out of bounds`, { middle: true, of: "waste", bold: true });
  picture.bracket(across(0), across(there) - 8, 250, `threads 0 to ${there - 1}: one number each`, { below: true });
  picture.bracket(across(there) + 6, across(group) - 3, 250, `threads ${there} to 31 of block ${first / group}: must not read or write`, { below: true });
  return picture;
}
