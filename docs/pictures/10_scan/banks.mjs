// The banks that the lanes of a warp access on the way up Blelloch's tree, without padding and with it.

import { Picture } from "../kit/svg.mjs";

export const records = {
  plain: ["10", "solutions/10_scan/ladder/1_tree.cu"],
  padded: ["10", "solutions/10_scan/ladder/2_padded.cu"],
};

const banks = 32;
const [left, wide, high, top] = [96, 10.8, 32, 92];

/** For each step of the first warp of the first block: the number of lanes per bank, and the passes that were counted. */
function stepsUp(record) {
  const { line } = record.lines.find(({ text }) => text.includes("tree[tree_index(right)] += "));
  const stores = record.accesses.filter(
    (access) => access.line === line && access.kind === "store" && access.warp === 0 && access.block.every((at) => at === 0),
  );
  return stores.map(({ lanes, wavefronts }) => {
    const busy = Array(banks).fill(0);
    for (const offset of lanes) if (offset !== null) ++busy[(offset / 4) % banks];
    if (Math.max(...busy) !== wavefronts) throw new Error(`${Math.max(...busy)} lanes in one bank, but ${wavefronts} passes were counted`);
    return { busy, passes: wavefronts };
  });
}

export function draw({ recorded }) {
  const plain = stepsUp(recorded.plain);
  const padded = stepsUp(recorded.padded);
  const most = Math.max(...plain.map(({ passes }) => passes));
  const picture = new Picture({
    height: top + plain.length * high + 62,
    title: "Banks on the way up a tree, without padding and with it",
    description:
      `A row for each of the ${plain.length} steps up the tree of a block of 512 elements, and a column for each of the 32 banks, for the writes of the first warp. Without padding two lanes access one bank in the first step, then four, and so on up to ${most}, and most banks are idle. ` +
      `With a word of padding after each 32 the lanes access different banks in every step, and each step is ${Math.max(...padded.map(({ passes }) => passes))} pass.`,
  });
  picture.text(left - 14, top - 12, "distance", { anchor: "end", muted: true });
  plain.forEach((_, step) => picture.text(left - 14, top + (step + 0.5) * high, 2 ** step, { anchor: "end", middle: true }));
  panel(left, "512 contiguous words", plain);
  panel(left + banks * wide + 100, "a word of padding after each 32", padded);
  picture.legend(left, top + plain.length * high + 44, [["a", "bank of one lane"], ["waste", "of several lanes, one after the other"], ["plain", "idle bank"]]);
  return picture;

  function panel(x, name, steps) {
    picture.text(x, 30, name, { bold: true, size: 18 });
    picture.text(x, top - 12, "bank 0", { muted: true });
    picture.text(x + banks * wide, top - 12, "bank 31", { anchor: "end", muted: true });
    steps.forEach(({ busy, passes }, step) => {
      const y = top + step * high;
      picture.row(x, y + 2, banks, wide, high - 4, { of: (bank) => (busy[bank] > 1 ? "waste" : busy[bank] === 1 ? "a" : "plain"), gap: 1 });
      picture.text(x + banks * wide + 8, y + high / 2, passes === 1 ? "1 pass" : `${passes} passes`, { middle: true });
    });
  }
}
