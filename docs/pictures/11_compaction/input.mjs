// An invented input that several pictures show, with its flags and prefix sums.

const mixed = (x) => {
  let h = Math.imul(x + 0x9e3779b9, 0x85ebca6b) >>> 0;
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35) >>> 0;
  return (h ^ (h >>> 16)) >>> 0;
};

/** `count` numbers in [0, 1), the same in each picture with this seed. */
export const values = (count, seed = 0) => Array.from({ length: count }, (_, i) => mixed(i * 7919 + seed) / 2 ** 32);

/** A flag per value: 1 if it is kept, that is, below `bound`. */
export const flagsOf = (input, bound = 0.5) => input.map((value) => (value < bound ? 1 : 0));

/** The exclusive prefix sums. */
export const exclusiveSums = (counts) => counts.map((_, i) => counts.slice(0, i).reduce((sum, one) => sum + one, 0));

export const sum = (counts) => counts.reduce((all, one) => all + one, 0);
