// The measured time of six ways to convert a byte and back: the cost of the conversions, and the point from which on they cost nothing.

import { bars, brief } from "../kit/plot.mjs";

const ways = [
  ["to float, rintf(), to byte", "to float, rintf, to byte", "(three conversions)", "b"],
  ["to float, __float2uint_rn()", "to float, __float2uint_rn", "(two)", "c"],
  ["to float, a saturating conversion", "to float, saturating to a byte", "(two)", "a"],
  ["a permutation, __float2uint_rn()", "bytes permuted, __float2uint_rn", "(one)", "a"],
  ["a permutation, adding 2^23", "bytes permuted, 2^23 added", "(none)", "a"],
  ["the same at a 256th, saturating fma", "the same, clamped by fma", "(none)", "a"],
];

export function draw({ results }) {
  const rows = results.table("variants/03_vectorize.conversions");
  const entries = ways.map(([way, name, note, of]) => ({ name, note, of, value: rows.find((row) => row.conversions === way)["GB/s"] }));
  return bars({
    title: "Six ways from a byte to a byte",
    description:
      "Bytes read and written per second, longer is better: " + entries.map(({ name, value }) => `${name} ${brief(value)}`).join(", ") +
      ". Only the first, with three conversions, is far from the speed of a copy.",
    unit: "GB/s, bytes read and written",
    mono: false,
    entries: [...entries, { name: "a copy", value: results.measured.ceilings.copy_gb_s, of: "d" }],
  });
}
