// What this lab's pictures need of what the simulator recorded: the loads of the image by the first block.

/** Of each warp of the first block the load with the lowest address, as { sectors, bytes, lanes, from }. Addresses count from the boundary of
 * 256 bytes that the image's memory begins on. */
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

/** Instructions of a warp for each 32 bytes of the image that the line with `words` took; so it is also the instructions
 * of a thread for each of its bytes. */
export function instructionsOf(recorded, words, bytes) {
  const found = [...recorded.lines, ...recorded.other_lines].filter((line) => line.text.includes(words) && line.measures?.instructions);
  if (found.length !== 1) throw new Error(`${found.length} lines have "${words}", and one should`);
  return (found[0].measures.instructions * 32) / bytes;
}

/** What the simulator counted for the whole call. */
export const counted = (recorded, name) => recorded.quantities.find((quantity) => quantity.name === name).value;
