// The simulator's recorded accesses, in the form that the pictures of this lab need.

const textOf = (document, { file, line }) =>
  (file === document.source ? document.lines : document.other_lines).find((one) => one.line === line && (one.file ?? file) === file)?.text ?? "";

/** Returns the accesses of block `block` whose source line contains `text`, in the order of execution. `kernel` is a part of a
 * kernel's name, and `wanted` are further keys that must match. */
export function accesses(document, text, { block = 0, kernel = "", ...wanted } = {}) {
  const found = document.accesses.filter(
    (one) =>
      one.block[0] === block &&
      one.kernel.includes(kernel) &&
      textOf(document, one).includes(text) &&
      Object.entries(wanted).every(([key, value]) => one[key] === value),
  );
  if (found.length === 0) throw new Error(`nothing was recorded for "${text}"`);
  return found.sort((one, other) => one.order - other.order);
}

/** Returns the sectors that `access` touched, in the order of addresses, each with its words that a lane requested. */
export function sectorsOf(access) {
  const sectors = new Map();
  access.lanes.forEach((offset, lane) => {
    if (offset === null) return;
    for (let word = offset / 4; word < (offset + access.bytes) / 4; ++word) {
      const sector = Math.floor(word / 8);
      if (!sectors.has(sector)) sectors.set(sector, new Map());
      sectors.get(sector).set(word % 8, lane);
    }
  });
  if (sectors.size !== access.sectors) throw new Error(`${sectors.size} sectors are drawn, and ${access.sectors} were counted`);
  return [...sectors].sort((one, other) => one[0] - other[0]).map(([number, words]) => ({ number, words }));
}

/** Returns where block 0 of the mixed rows stored its values: { warp, j, lane, formula, place } for each. It derives them from the
 * addresses at which the threads read the count before their formula, and from those at which they stored their values. */
export function placesOf(document) {
  const warps = 8;
  const values = [];
  for (let warp = 0; warp < warps; ++warp) {
    const counts = accesses(document, "before[formula[j]", { warp, kind: "load" });
    const stores = accesses(document, "ordered[order.place[j]] = value[j]", { warp, kind: "store" });
    stores.forEach((store, j) =>
      store.lanes.forEach((offset, lane) => {
        const formula = Math.floor((counts[j].lanes[lane] - counts[j].buffer_at) / 4 / warps);
        values.push({ warp, j, lane, formula, place: (offset - store.buffer_at) / 4 });
      }),
    );
  }
  const inOrder = values.toSorted((one, other) => one.place - other.place);
  if (inOrder.some((value, place) => value.place !== place || (place > 0 && value.formula < inOrder[place - 1].formula)))
    throw new Error("the recorded places are not ordered by formula");
  return values;
}
