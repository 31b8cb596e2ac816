// A ballot, the mask of the lower lanes, and the number of bits in both: a lane's rank among the kept ones.

import { Picture } from "../kit/svg.mjs";
import { flagsOf, sum, exclusiveSums, values } from "./input.mjs";

const lanes = 32;
const [left, cell, high] = [132, 25.4, 32];
const lane = 13;

export function draw() {
  const flags = flagsOf(values(lanes, 3));
  if (!flags[lane]) throw new Error(`lane ${lane} keeps nothing, and the picture needs one that does`);
  const ranks = exclusiveSums(flags);
  const picture = new Picture({
    height: 404,
    title: "A lane's rank by a ballot",
    description:
      `32 lanes, each with an element that is kept or not. The ballot is a word with a bit for each lane that keeps its element. A mask has ones for the lanes below lane ${lane}. Their conjunction has ${ranks[lane]} bits, the number of lower lanes that keep theirs: the rank of lane ${lane}. ` +
      `Below are the ranks of all lanes that keep their element, 0 to ${sum(flags) - 1}, and the warp keeps ${sum(flags)}.`,
  });
  const at = (i) => left + i * cell;
  const label = (y, words, mono = false) => picture.text(left - 14, y + high / 2, words, { anchor: "end", middle: true, mono });
  const bits = (y, of, label) => picture.row(left, y, lanes, cell, high, { of, label, gap: 2 });
  picture.text(left - 14, 32, "lane", { anchor: "end", muted: true });
  for (let i = 0; i < lanes; ++i) picture.text(at(i) + cell / 2, 32, i, { anchor: "middle", muted: i !== lane, bold: i === lane });
  label(44, "ballot");
  bits(44, (i) => (flags[i] ? "a" : "plain"), (i) => flags[i]);
  label(104, `below ${lane}`);
  bits(104, (i) => (i < lane ? "d" : "plain"), (i) => (i < lane ? 1 : 0));
  label(164, "in both");
  bits(164, (i) => (i < lane && flags[i] ? "b" : "plain"), (i) => (i < lane && flags[i] ? 1 : 0));
  picture.path([[at(lane), 42], [at(lane + 1), 42], [at(lane + 1), 78], [at(lane), 78], [at(lane), 42]], { of: "strong", thick: 2.5 });
  picture.bracket(at(0), at(lane) - 2, 206, `${ranks[lane]} bits: the rank of lane ${lane}`, { below: true });
  label(262, "rank");
  bits(262, (i) => (flags[i] ? (i === lane ? "b" : "a") : "empty"), (i) => (flags[i] ? ranks[i] : ""));
  picture.text(at(lanes), 330, `the warp keeps ${sum(flags)}: all bits of the ballot`, { anchor: "end", bold: true });
  picture.legend(left, 386, [["a", "a lane that keeps its element"], ["d", "mask of the lanes below"], ["b", `counts for lane ${lane}`]]);
  return picture;
}
