// An SM as a plan: the block in each warp slot, and the number of blocks that each of the four limits allows.

const slots = 64;
const has = { warps: slots, blocks: 32, registers: 65536, shared: 228 * 1024 };
const names = { warps: "warps", blocks: "blocks", registers: "registers", shared: "shared memory" };
const kept = 1024; // bytes of shared memory that the system reserves per block

/** Resources that one block takes; registers are allocated in multiples of eight per thread. */
const taken = ({ threads, registers, shared }) => ({
  warps: threads / 32,
  blocks: 1,
  registers: threads * Math.ceil(registers / 8) * 8,
  shared: shared + kept,
});

/** Returns how many blocks of `shape` fit, by each limit and by all limits together. */
export function fits(shape) {
  const takes = taken(shape);
  const by = Object.fromEntries(Object.keys(has).map((what) => [what, Math.floor(has[what] / takes[what])]));
  const blocks = Math.min(...Object.values(by));
  return { by, blocks, warps: blocks * takes.warps, takes };
}

const colour = (block) => (block % 2 ? "b" : "a");

/** Draws an SM full of blocks of `shape` = { name, threads, registers, shared }, 440 units wide. */
export function plan(picture, x, shape) {
  const { by, blocks, warps, takes } = fits(shape);
  picture.text(x, 24, shape.name, { bold: true, size: 18 });
  picture.text(x, 52, "64 warp slots, each with the index of its block", { muted: true });
  for (let slot = 0; slot < slots; ++slot) {
    const block = Math.floor(slot / takes.warps);
    const held = slot < warps;
    picture.box(x + (slot % 16) * 27, 64 + Math.floor(slot / 16) * 27, 25, 25, { of: held ? colour(block) : "idle", label: held ? block : undefined, rounding: 2 });
  }
  Object.keys(has).forEach((what, i) => {
    const y = 190 + i * 32;
    const full = by[what] === blocks;
    picture.text(x, y + 10, names[what], { middle: true, bold: full });
    bar(picture, x + 130, y, 198, (198 * takes[what]) / has[what], blocks);
    picture.text(x + 340, y + 10, full ? `${by[what]} fit: limit` : `${by[what]} would fit`, { middle: true, bold: full });
  });
  picture.text(x, 344, `${blocks} blocks, ${warps} warps: occupancy ${Math.round((100 * warps) / slots)} %`, { bold: true, size: 18 });
}

/** Draws `blocks` shares of `share` units each, in a bar of `wide` units. Shares that are too small to distinguish become one. */
function bar(picture, x, y, wide, share, blocks) {
  picture.box(x, y, wide, 20, { of: "idle", rounding: 1 });
  if (share < 5) return picture.box(x, y, Math.min(wide, share * blocks), 20, { of: "a", rounding: 1 });
  for (let block = 0; block < blocks; ++block) picture.box(x + block * share, y, share, 20, { of: colour(block), rounding: 1 });
}
