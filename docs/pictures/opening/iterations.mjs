// Which thread of a launch computes which iteration of a loop.
import { Picture } from "../kit/svg.mjs";

const count = 20;
const threads = 8;
const blocks = Math.ceil(count / threads);
const cell = 36;
const left = 48;
const shown = { block: 1, thread: 3 };

const across = (i) => left + i * cell;

export function draw() {
  const chosen = shown.block * threads + shown.thread;
  const picture = new Picture({
    height: 330,
    title: "Three blocks of eight threads for a loop of twenty iterations",
    description:
      `Above, the ${count} iterations of a loop, numbered from 0. Below, ${blocks} blocks of ${threads} threads. Each thread is below the iteration that it takes: thread ${shown.thread} of ` +
      `block ${shown.block} takes iteration ${chosen}. The last ${blocks * threads - count} threads of the last block have none.`,
  });
  picture.text(left, 26, "iterations of the loop: i", { bold: true });
  picture.row(left, 38, count, cell, 36, { of: (i) => (i === chosen ? "b" : "a"), label: (i) => i });
  for (let block = 0; block < blocks; ++block) {
    const first = block * threads;
    picture.box(across(first) + 2, 122, threads * cell - 4, 82, { of: "empty" });
    picture.text(across(first) + (threads * cell) / 2, 192, `block ${block}`, { anchor: "middle", bold: true });
    picture.row(across(first), 132, threads, cell, 36, {
      gap: 6,
      of: (i) => (first + i === chosen ? "b" : first + i < count ? "a" : "idle"),
      label: (i) => (first + i < count ? i : ""),
    });
  }
  for (let i = 0; i < count; ++i)
    picture.arrow(across(i) + cell / 2, 130, across(i) + cell / 2, 78, { of: i === chosen ? "b" : "edge", thick: i === chosen ? 2.5 : 1 });
  picture.bracket(across(count) + 4, across(blocks * threads) - 4, 210, "none", { below: true, muted: true });
  picture.text(left, 232, "threads, by their index in their block", { muted: true });
  picture.text(left, 280, "i = blockIdx.x * blockDim.x + threadIdx.x", { mono: true, size: 20 });
  picture.text(left, 312, `${chosen} = ${shown.block} * ${threads} + ${shown.thread}`, { mono: true, size: 20, of: "b", bold: true });
  return picture;
}
