// The terms: kernel, launch, grid and blocks, down to a single thread.
import { Picture } from "../kit/svg.mjs";

const blocks = 3;
const columns = 8;
const threads = 32;
const cell = { wide: 33, high: 29 };
const block = { wide: 288, high: 192, y: 144 };
const shown = { block: 1, thread: 2 };

const left = (b) => 24 + 10 + b * (block.wide + 12);

export function draw() {
  const picture = new Picture({
    height: 420,
    title: "A launch, its grid, its blocks and their threads",
    description:
      "Above, the line kernel<<<3, 32, bytes>>>(arguments): 3 blocks, 32 threads in each. Below it the grid, which has blocks 0, 1 and 2, and in each block the threads 0 to 31. " +
      `Thread ${shown.thread} of block ${shown.block} is marked: it sees blockIdx.x = ${shown.block}, threadIdx.x = ${shown.thread} and blockDim.x = ${threads}.`,
  });
  launchLine(picture);
  picture.box(24, 108, 912, 242, { of: "empty" });
  picture.text(36, 132, "the grid: all blocks of the launch", { bold: true });
  for (let b = 0; b < blocks; ++b) {
    const x = left(b);
    picture.box(x, block.y, block.wide, block.high, { of: "plain" });
    picture.text(x + 12, block.y + 26, `block ${b}`, { bold: true });
    picture.text(x + block.wide - 12, block.y + 26, "its 32 threads", { anchor: "end", muted: true });
    for (let t = 0; t < threads; ++t) {
      const chosen = b === shown.block && t === shown.thread;
      picture.box(x + 13 + (t % columns) * cell.wide, block.y + 44 + Math.floor(t / columns) * (cell.high + 6), cell.wide - 4, cell.high, { of: chosen ? "b" : "a", label: t, bold: chosen });
    }
  }
  picture.box(36, 364, 18, 18, { of: "b" });
  picture.text(64, 373, "this thread sees", { middle: true });
  picture.text(208, 373, `blockIdx.x = ${shown.block}   threadIdx.x = ${shown.thread}   blockDim.x = ${threads}`, { middle: true, mono: true, of: "b", bold: true });
  picture.text(36, 410, "A GPU runs a block's threads in groups of 32, called warps. Here a block is one warp.", { muted: true });
  return picture;
}

/** Draws the launch as written in a program, with a label below each of its numbers. */
function launchLine(picture) {
  const at = 210;
  const size = 22;
  const letter = size * 0.6; // JetBrains Mono: the width of all letters is 0.6 of the font size
  const code = "kernel<<<3, 32, bytes>>>(arguments);";
  picture.text(at, 36, code, { mono: true, size, bold: true });
  const words = [["3", "blocks", -46], ["32", "threads per block", 28], ["bytes", "shared memory per block", 176]];
  for (const [part, name, aside] of words) {
    const start = code.indexOf(part);
    const middle = at + (start + part.length / 2) * letter;
    picture.line(at + start * letter, 44, at + (start + part.length) * letter, 44, { of: "a", thick: 3 });
    picture.line(middle, 46, middle + aside * 0.6, 64);
    picture.text(middle + aside, 82, name, { anchor: "middle" });
  }
}
