// Counts of 32 lanes added up by a ballot for each of their bits.

import { Picture } from "../kit/svg.mjs";
import { flagsOf, sum, exclusiveSums, values } from "./input.mjs";

const [lanes, items, lane] = [32, 28, 13];
const [left, cell, high, step] = [104, 22.6, 28, 38];

export function draw() {
  const flags = flagsOf(values(lanes * items, 1));
  const counts = Array.from({ length: lanes }, (_, i) => sum(flags.slice(i * items, (i + 1) * items)));
  const bits = [...Array(Math.floor(Math.log2(items)) + 1).keys()];
  const ballots = bits.map((bit) => counts.map((count) => (count >> bit) & 1));
  const below = ballots.map((ballot) => sum(ballot.slice(0, lane)));
  const prefix = sum(below.map((ones, bit) => ones << bit));
  if (prefix !== exclusiveSums(counts)[lane]) throw new Error("the ballots do not add up to the sum of the counts before");
  const picture = new Picture({
    height: 412,
    title: "Counts added up by ballots",
    description:
      `32 lanes with a count each, of at most ${items}. A ballot for each of its ${bits.length} bits returns the lanes with a one there. Below lane ${lane} these are ${below.join(", ")} ones, which count ${bits.map((bit) => 1 << bit).join(", ")} each: ` +
      `${prefix} is the exclusive prefix of lane ${lane}, the sum of the counts of the lanes before it.`,
  });
  const x = (i) => left + i * cell;
  const label = (y, words) => picture.text(left - 12, y + high / 2, words, { anchor: "end", middle: true });
  picture.text(left - 12, 30, "lane", { anchor: "end", muted: true });
  for (let i = 0; i < lanes; ++i) picture.text(x(i) + cell / 2, 30, i, { anchor: "middle", muted: i !== lane, bold: i === lane });
  label(42, "count");
  picture.row(x(0), 42, lanes, cell, high, { of: (i) => (i < lane ? "a" : "plain"), label: (i) => counts[i], gap: 1 });
  picture.path([[x(lane), 40], [x(lane + 1), 40], [x(lane + 1), 72], [x(lane), 72], [x(lane), 40]], { of: "strong", thick: 2.5 });
  picture.text(x(lanes) + 14, 64 + 34, `below ${lane}`, { muted: true });
  bits.forEach((bit) => {
    const y = 106 + bit * step;
    label(y, `bit ${bit}`);
    picture.row(x(0), y, lanes, cell, high, { of: (i) => (ballots[bit][i] === 0 ? "plain" : i < lane ? "b" : "d"), label: (i) => ballots[bit][i], gap: 1 });
    picture.text(x(lanes) + 14, y + high / 2, `${below[bit]} × ${1 << bit}`, { middle: true, bold: true });
  });
  const y = 106 + bits.length * step + 28;
  picture.text(x(0), y, `prefix of lane ${lane}:  ${below.map((ones, bit) => `${ones} × ${1 << bit}`).join(" + ")} = ${prefix}`, { bold: true, size: 18 });
  picture.legend(left, 396, [["a", `the counts before lane ${lane}`], ["b", "ones of a ballot that count for it"], ["d", "ones that do not"]]);
  return picture;
}
