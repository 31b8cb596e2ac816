// Queries on recorded accesses for the pictures of this lab: the counter that each lane of a warp adds to, and its bank.

/** Returns the first access of `warp` in the grid's first block on a line with `text`, with all lanes active. */
export function accessOn(record, text, warp, kind = "atomic") {
  const numbers = new Set(record.lines.filter((line) => line.text.includes(text)).map((line) => line.line));
  const found = record.accesses.find(
    (one) =>
      numbers.has(one.line) &&
      one.kind === kind &&
      one.warp === warp &&
      one.block.every((at) => at === 0) &&
      one.lanes.every((lane) => lane !== null),
  );
  if (!found) throw new Error(`${record.source}: warp ${warp} has no whole ${kind} on a line with "${text}"`);
  return found;
}

/** Returns the words of shared memory that an atomic accesses, by bank: 32 lists of { word, lanes }, in the order of the lanes. */
export function wordsByBank(access) {
  const banks = Array.from({ length: 32 }, () => []);
  access.lanes.forEach((offset, lane) => {
    const bank = banks[(offset / 4) % 32];
    const same = bank.find((one) => one.word === offset / 4);
    if (same) same.lanes.push(lane);
    else bank.push({ word: offset / 4, lanes: [lane] });
  });
  const most = Math.max(...banks.map((words) => words.length));
  if (most !== access.wavefronts) throw new Error(`${most} words in one bank, and the simulator counted ${access.wavefronts} passes`);
  return banks;
}

export const left = 92;
export const cell = 26.5;

/** Draws the bank numbers above the columns of `passes`. */
export function bankNumbers(picture, y) {
  picture.text(left - 12, y, "bank", { anchor: "end", muted: true });
  for (let bank = 0; bank < 32; ++bank)
    picture.text(left + (bank + 0.5) * cell, y, bank, { anchor: "middle", muted: true });
}

/** Draws one row per pass of an atomic, and one column per bank. `label` is called with the word and its lanes. */
export function passes(picture, y, banks, high, label, rows = Math.max(...banks.map((words) => words.length))) {
  for (let pass = 0; pass < rows; ++pass) {
    picture.text(left - 12, y + (pass + 0.5) * high, `pass ${pass + 1}`, { anchor: "end", middle: true });
    banks.forEach((words, bank) => {
      const here = words[pass];
      const of = !here ? "plain" : pass === 0 ? "a" : "waste";
      picture.box(left + bank * cell + 1, y + pass * high + 1, cell - 2, high - 2, { of, label: here && label(here), rounding: 2 });
    });
  }
}
