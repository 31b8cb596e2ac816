// One copy for all lanes: the banks that the lanes of a warp access with one atomic, and its passes.

import { Picture } from "../kit/svg.mjs";
import { accessOn, bankNumbers, cell, left, passes, wordsByBank } from "./warps.mjs";

export const records = { one: ["06", "solutions/06_privatization_histogram/ladder/3_sixteen_bytes.cu"] };

export function draw({ recorded }) {
  const access = accessOn(recorded.one, "atomicAdd(&counts[word", 0);
  const banks = wordsByBank(access);
  const rows = access.wavefronts;
  const busiest = banks[0];
  const picture = new Picture({
    height: 378,
    title: "One copy: lanes have bank conflicts",
    description: `The 32 banks as columns, the passes of one atomic as rows; a number is the number of lanes that the bank serves in that pass. ${banks.filter((words) => words.length === 0).length} banks are not used at all. In bank 0 lanes access ${busiest.length} different counters, so that the atomic takes ${rows} passes.`,
  });
  const top = 64;
  const high = 46;
  bankNumbers(picture, top - 14);
  passes(picture, top, banks, high, ({ lanes }) => lanes.length);

  const foot = top + rows * high;
  picture.path([[left + cell / 2, foot + 6], [left + cell / 2, foot + 28], [left + cell, foot + 28]], { of: "edge" });
  picture.text(left + cell + 10, foot + 34, "bank 0", { bold: true });
  busiest.forEach(({ word, lanes }, i) =>
    picture.text(left + cell + 90 + i * 180, foot + 34, `counter ${word}: ${lanes.length} ${lanes.length === 1 ? "lane" : "lanes"}`),
  );
  picture.text(left + cell + 10, foot + 60, "Different counters of one bank: one pass after the other. The same counter: one pass.", { muted: true });
  picture.legend(left + cell + 10, foot + 100, [["a", "lanes served at once"], ["waste", "lanes that wait"], ["plain", "idle bank"]]);
  return picture;
}
