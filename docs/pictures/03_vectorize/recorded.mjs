// The recorded accesses that the pictures of this lab need: the loads of the image by the first block.

/** Returns the load with the lowest address of each warp of the first block, as { sectors, bytes, lanes, from }. Addresses are
 * relative to the boundary of 256 bytes at which the image's memory begins. */
export function firstLoads(recorded) {
  return recorded.accesses
    .filter((access) => access.kind === "load" && access.buffer === "in" && access.block[0] === 0)
    .sort((one, other) => one.lanes[0] - other.lanes[0])
    .filter((access, i, all) => all.findIndex((other) => other.warp === access.warp) === i)
    .map(({ sectors, bytes, lanes, misaligned }) => ({
      sectors,
      bytes,
      lanes: lanes.map((offset) => offset + misaligned),
      from: lanes[0] + misaligned,
    }));
}

/** Returns the warp instructions of the line with `words` per 32 bytes of the image; this is also the number of a thread's
 * instructions per byte. */
export function instructionsOf(recorded, words, bytes) {
  const found = [...recorded.lines, ...recorded.other_lines].filter((line) => line.text.includes(words) && line.measures?.instructions);
  if (found.length !== 1) throw new Error(`${found.length} lines have "${words}", and one should`);
  return (found[0].measures.instructions * 32) / bytes;
}

/** Returns a counter of the whole call. */
export const counted = (recorded, name) => recorded.quantities.find((quantity) => quantity.name === name).value;
