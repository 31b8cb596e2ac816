// Three access patterns of the lanes of an atomic on shared memory, and the passes that each takes.

import { Picture } from "../kit/svg.mjs";

const w = 56;
const words = 4; // drawn words per bank
const high = 34;
const top = 172;

/** Draws four lanes and four banks from x on. `place` returns the bank and the row of each lane's counter. */
function ways(picture, x, title, place, result, of) {
  const middle = (i) => x + (i + 0.5) * w;
  picture.text(x + 4, 34, title, { bold: true });
  for (let lane = 0; lane < 4; ++lane) picture.box(x + lane * w + 4, 54, w - 8, 34, { of: "plain", label: lane });
  const wanted = new Map();
  for (let lane = 0; lane < 4; ++lane) {
    const key = place(lane).join();
    wanted.set(key, (wanted.get(key) ?? 0) + 1);
  }
  const passesOf = new Map();
  for (let bank = 0; bank < 4; ++bank) {
    picture.text(middle(bank), top + words * high + 22, bank, { anchor: "middle", muted: true });
    for (let row = 0; row < words; ++row) {
      const lanes = wanted.get(`${bank},${row}`);
      if (lanes) passesOf.set(bank, (passesOf.get(bank) ?? 0) + 1);
      const late = lanes && passesOf.get(bank) > 1;
      picture.box(x + bank * w + 4, top + row * high, w - 8, high - 4, { of: late ? "waste" : lanes ? "a" : "plain", label: lanes && `+${lanes}` });
      if (lanes && of === "waste") picture.text(x + 4 * w + 8, top + row * high + high / 2 - 2, `pass ${passesOf.get(bank)}`, { middle: true });
    }
  }
  for (let lane = 0; lane < 4; ++lane) {
    const [bank, row] = place(lane);
    const meet = of === "waste" ? 0 : row;
    const straight = bank === lane;
    picture.arrow(middle(lane), 92, middle(bank) + (straight ? 0 : (lane - bank) * 7), top + meet * high - 3, { of: of === "waste" && row > 0 ? "waste" : "a", thick: 2 });
  }
  picture.text(x + 4, top + words * high + 60, result, { bold: true, of });
}

export function draw() {
  const picture = new Picture({
    height: 400,
    title: "Four lanes of an atomic: their counters, and the passes",
    description: "Three groups of four lanes over four banks. In the first all lanes add to one counter: one pass adds 4. In the second each lane adds to a counter in a different bank: one pass. In the third the lanes add to four different counters of one bank: four passes.",
  });
  picture.text(14, 76, "lanes", { muted: true });
  picture.text(14, top + 20, "counters", { muted: true });
  picture.text(14, top + words * high + 22, "bank", { muted: true });
  ways(picture, 100, "one counter", () => [1, 0], "1 pass: + 4 at once", "a");
  ways(picture, 380, "one bank per lane", (lane) => [lane, [2, 0, 3, 1][lane]], "1 pass", "a");
  ways(picture, 660, "counters of one bank", (lane) => [1, lane], "4 passes, one after the other", "waste");
  return picture;
}
