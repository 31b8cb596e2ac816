// The small sparse matrix that several pictures of lab 12 show, and reproducible random numbers.

/** Rows of [column, value], unordered by column. */
export const rows = [
  [[1, 2], [4, 3]],
  [],
  [[5, 1], [0, 4], [3, 2], [7, 5], [2, 1], [4, 2]],
  [[6, 3]],
  [[3, 1], [4, 6]],
  [[5, 2], [1, 1], [6, 4]],
];
export const width = 8;
export const x = [1, 3, 2, 1, 0, 2, 1, 3];

export const nonzeros = rows.flatMap((row, r) => row.map(([column, value]) => ({ row: r, column, value })));
export const begins = rows.reduce((sums, row) => [...sums, sums.at(-1) + row.length], [0]);
export const product = rows.map((row) => row.reduce((sum, [column, value]) => sum + value * x[column], 0));

/** Random numbers in [0, 1), reproducible from the seed: mulberry32. */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), bits | 61)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}
