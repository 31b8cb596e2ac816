// The measured time of the product with plain tiles of several sizes.
import { bars } from "../kit/plot.mjs";

const sizes = [4, 8, 16, 24, 32];

export const draw = ({ results }) =>
  bars({
    title: "The time with tiles of several sizes",
    description:
      "Bars of the time that the product takes with plain tiles. From tiles of 4 to tiles of 8 it falls to a third, and from 8 to 16 to two thirds; " +
      "tiles of 16, 24 and 32 are close to one another.",
    unit: "ms for the product of 2048 × 2048 × 2048",
    mono: false,
    entries: sizes.map((size) => ({
      name: `TILE = ${size}: ${size * size} threads`,
      value: results.at(`sweeps/04_tile[TILE=${size}].time`),
    })),
  });
