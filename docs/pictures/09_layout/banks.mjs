// The banks that a warp accesses on the side of the arrays of a tile with 16 fields, without padding and with it.
import { Picture } from "../kit/svg.mjs";

const fields = 16;
const banks = 32;
const lanes = 32;
const [left, cell, low, high] = [92, 26.5, 9, 28];

const places = [
  { words: "no padding", place: (i) => i },
  { words: "one word of padding after every 32", place: (i) => i + Math.floor(i / banks) },
];

/** Returns for each bank the lanes that access it, if lane r accesses field 0 of record r. */
function wanted(place) {
  const found = Array.from({ length: banks }, () => []);
  for (let lane = 0; lane < lanes; ++lane) found[place(lane * fields) % banks].push(lane);
  return { found, passes: Math.max(...found.map((all) => all.length)) };
}

export function draw() {
  const [plain, padded] = places.map(({ place }) => wanted(place));
  const top = 72;
  const below = top + plain.passes * low + 62;
  const foot = below + high + 58;
  const picture = new Picture({
    height: foot + 14,
    title: "Banks on the side of the arrays, for 16 fields",
    description:
      `The 32 banks as columns, twice. Without padding 16 lanes of the warp access bank 0 and 16 lanes access bank 16: ${plain.passes} passes, and 30 banks are idle. ` +
      `With one word of padding after every 32 each lane accesses a different bank: ${padded.passes} pass.`,
  });
  picture.text(20, 26, `${places[0].words}: ${plain.passes} passes`, { bold: true });
  numbers(58);
  plain.found.forEach((all, bank) =>
    all.forEach((_, turn) => picture.box(left + bank * cell + 1, top + turn * low + 1, cell - 2, low - 2, { of: turn === 0 ? "a" : "waste", rounding: 1 })),
  );
  plain.found.forEach((all, bank) => {
    if (all.length > 0) picture.text(left + (bank + 1.4) * cell, top + 7 * low, `lanes ${all.slice(0, 3).join(", ")}, …, ${all.at(-1)}\naccess bank ${bank}`, { middle: true });
  });

  picture.text(20, below - 16, `${places[1].words}: ${padded.passes} pass`, { bold: true });
  padded.found.forEach(([lane], bank) => picture.box(left + bank * cell + 1, below + 1, cell - 2, high - 2, { of: "a", label: lane, rounding: 2 }));
  picture.text(left - 12, below + high / 2, "lane", { anchor: "end", middle: true, muted: true });
  picture.legend(left, foot, [["a", "a lane's word, in the first pass"], ["waste", "a lane that waits for its bank"]]);
  return picture;

  function numbers(y) {
    picture.text(left - 12, y, "bank", { anchor: "end", muted: true });
    for (let bank = 0; bank < banks; ++bank) picture.text(left + (bank + 0.5) * cell, y, bank, { anchor: "middle", muted: true });
  }
}
