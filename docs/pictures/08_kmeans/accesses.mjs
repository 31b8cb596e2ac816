// Queries on recorded accesses for the pictures of this lab: the accesses of the grid's first warp to shared memory.

/** Returns the accesses of the first warp on a line with `text`, in the order of execution. */
export function accessesOn(record, text, kind) {
  const numbers = new Set(record.lines.filter((line) => line.text.includes(text)).map((line) => line.line));
  const found = record.accesses.filter(
    (one) => numbers.has(one.line) && one.kind === kind && one.space === "shared" && one.warp === 0 && one.block.every((at) => at === 0),
  );
  if (found.length === 0) throw new Error(`${record.source}: the first warp has no ${kind} on a line with "${text}"`);
  return found.sort((a, b) => a.order - b.order);
}
