// Six access patterns of a warp's loads from shared memory: the busy banks in the first pass, and the number of passes.
import { Picture } from "../kit/svg.mjs";

const banks = 32;
const lanes = 32;

/** Each: a name, the floats of a lane's load, and the index of its first float. */
const patterns = [
  ["one float each, neighbours in a row", 1, (lane) => lane],
  ["one float, the same for all", 1, () => 0],
  ["one float each, rows 32 floats apart", 1, (lane) => 32 * lane],
  ["16 bytes each, neighbours in a row", 4, (lane) => 4 * lane],
  ["16 bytes each, rows 32 floats apart", 4, (lane) => 32 * lane],
  ["16 bytes each, rows 36 floats apart", 4, (lane) => 36 * lane],
];

/** Returns the passes of a load. Lanes are served in groups that fill the banks once. In a pass, a bank serves one float to all lanes. */
function passesOf(size, first) {
  const together = banks / size;
  const passes = [];
  for (let from = 0; from < lanes; from += together) {
    const group = passes.length;
    for (let lane = from; lane < from + together; ++lane)
      for (let i = 0; i < size; ++i) {
        const float = first(lane) + i;
        const bank = float % banks;
        let at = group;
        while (passes[at]?.has(bank) && passes[at].get(bank) !== float) ++at;
        passes[at] ??= new Map();
        passes[at].set(bank, float);
      }
  }
  return passes;
}

export function draw() {
  const step = 48;
  const strip = { x: 350, y: 62, cell: 15 };
  const picture = new Picture({
    height: strip.y + patterns.length * step + 40,
    title: "Passes of six patterns of loads",
    description: patterns
      .map(([words, size, first]) => {
        const passes = passesOf(size, first);
        return `${words}: ${passes[0].size} of ${banks} banks are busy in the first pass, ${passes.length} pass${passes.length === 1 ? "" : "es"}.`;
      })
      .join(" "),
  });
  picture.text(24, 36, "reads of the 32 lanes of a warp", { muted: true });
  picture.text(strip.x, 36, "bank 0", { muted: true });
  picture.text(strip.x + (banks * strip.cell) / 2, 36, "busy in the first pass", { anchor: "middle", muted: true });
  picture.text(strip.x + banks * strip.cell, 36, "31", { anchor: "end", muted: true });
  picture.text(936, 36, "passes", { anchor: "end", muted: true });
  patterns.forEach(([words, size, first], i) => {
    const passes = passesOf(size, first);
    const y = strip.y + i * step;
    const conflict = passes.length > size;
    picture.text(24, y + 14, words, { middle: true });
    picture.row(strip.x, y, banks, strip.cell, 28, { of: (bank) => (passes[0].has(bank) ? (conflict ? "waste" : "b") : "") });
    picture.text(936, y + 14, `${passes.length}`, { anchor: "end", middle: true, bold: true, size: 20, of: conflict ? "waste" : "" });
  });
  picture.legend(strip.x, strip.y + patterns.length * step + 22, [["b", "serves a float"], ["waste", "serves floats one by one: a conflict"]]);
  return picture;
}
