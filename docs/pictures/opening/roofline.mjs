// The positions of the labs' starter programs and solutions below the roofline.
import { roofline } from "../kit/plot.mjs";

/** Operations of a call, and the bytes that it must read and write once. A root counts as one operation, a multiply-add as two. */
const labs = {
  "01": ({ width, height }) => ({ operations: 1.5 * width * height, bytes: 8 * width * height }),
  "03": ({ count }) => ({ operations: 2 * count, bytes: 2 * count }),
  "04": ({ n, m, p }) => ({ operations: 2 * n * m * p, bytes: 4 * (n * p + p * m + n * m) }),
  "08": ({ count, dimensions, clusters, limit }) => ({
    operations: 2 * count * dimensions * clusters * limit,
    bytes: 4 * count * dimensions * limit,
  }),
};

export function draw({ results }) {
  const points = Object.entries(labs).flatMap(([lab, of]) => {
    const { operations, bytes } = of(results.case(lab).size);
    const rate = (build) => operations / results.at(`${lab}/${build}.ms`) / 1e6;
    const intensity = operations / bytes;
    return [
      { name: `${lab} starter`, intensity, rate: rate("baseline"), of: "b", anchor: lab === "04" ? "end" : "start" },
      { name: `${lab} solution`, intensity, rate: rate("solution"), of: "c" },
    ];
  });
  const { operations, bytes } = labs["04"](results.case("05").size);
  const product = { intensity: operations / bytes };
  points.push({ ...product, name: "05 starter", rate: results.at("05/baseline.gflops"), of: "b", anchor: "end", below: 16 });
  points.push({ ...product, name: "05 solution", rate: results.at("05/solution.gflops"), of: "c" });
  return roofline({
    title: "The roofline of an H200, and five labs below it",
    description:
      "Two straight lines bound the speed: a slope, set by the bandwidth of memory, and a flat part, set by the arithmetic. Labs 01 and 03 are below the slope and their solutions reach it. " +
      "The matrix product of labs 04 and 05 and the k-means of lab 08 are below the flat part; their solutions are nearer to it, that of lab 05 the nearest.",
    copy: results.at("device.copy_gb_s"),
    peak: results.at("device.fp32_gflop_s"),
    low: 10,
    domain: [0.05, 3000],
    across: "operations per byte that must be read or written",
    height: 470,
    points,
  });
}
