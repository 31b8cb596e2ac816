// Share of the limit of the bytes that the solution and the faster of cuSPARSE's two algorithms reach, on each kind of matrix.

import { bars, brief } from "../kit/plot.mjs";

const cases = [
  [undefined, "power law, 50 products"],
  ["2^21 rows, one product", "power law, 1 product"],
  ["2^21 rows of any length up to 30, 10 products", "lengths up to 30"],
  ["a band of 15, 2^21 rows, 10 products", "a band of 15"],
  ["blocks on the diagonal, 2^21 rows, 10 products", "blocks"],
  ["one row of 100003 among 2^21 rows of 8, 10 products", "one long row"],
  ["seven of eight rows empty, 2^21 rows, 10 products", "seven of eight rows empty"],
];

export function draw({ results }) {
  const entries = cases.flatMap(([name, words]) => {
    const { size, rungs, peers, limit_ms } = results.case("12", name);
    const bar = (builds, words, of) => {
      const ms = Math.min(...builds.map((build) => build.ms));
      return { name: words, value: (100 * limit_ms) / ms, of, note: `%: ${brief(ms / size.products)} ms` };
    };
    return [
      bar(rungs.filter((rung) => rung.name === "solution"), `${words}: solution`, "c"),
      bar(peers.filter((peer) => peer.name.startsWith("cusparse")), "cuSPARSE", "d"),
    ];
  });
  return bars({
    title: "A product with each kind of matrix, compared with the limit of the bytes",
    description:
      "Bars of the share of the limit's speed that the solution and the faster of cuSPARSE's two algorithms reach on six kinds of matrices, with the time of a product after each; the limit is the time of a copy of as many bytes. With random columns both are far from the limit, and close to each other. In a band and in blocks both are nearer to it, and the solution is ahead.",
    unit: "% of the limit's speed, and the time of a product",
    mono: false,
    entries,
    marks: [{ name: "limit: the bytes", value: 100 }],
  });
}
