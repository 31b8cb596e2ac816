// A roofline of shared memory: the speed at one pass over the banks per cycle, by the multiply-adds per pass.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { roofline } from "../kit/plot.mjs";

const names = ["baseline", "1_column_of_outputs", "2_register_tile", "3_flat_slabs", "4_wide_accesses", "solution"];

/** Positions of names that would overlap a line or another name. */
const placed = { "2_register_tile": { anchor: "middle", below: true }, solution: { anchor: "middle" } };

const multiplyAddsPerCycle = 4; // warp multiply-adds per cycle of an SM, in which it also does one pass

/** Returns the warp multiply-adds per pass of loads from shared memory, from counters of an H200. */
function multiplyAddsPerPass(results, name) {
  const lab = results.id("05");
  const [{ sizes }] = results.manifests[lab].counted;
  const { groups } = JSON.parse(readFileSync(join(results.folder, "counters", `${results.slug}.json`), "utf8"));
  const { kernels } = groups[lab].find(({ build }) => build === name);
  return (sizes.n * sizes.m * sizes.p) / 32 / kernels[0].counters["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"];
}

export function draw({ results }) {
  const peak = results.at("device.fp32_gflop_s") / 1000;
  const points = names.map((name) => ({
    name,
    intensity: multiplyAddsPerPass(results, name),
    rate: results.at(`05/${name}.gflops`) / 1000,
    of: name === "solution" ? "c" : name === "baseline" ? "b" : "a",
    ...placed[name],
  }));
  return roofline({
    title: "The roofline of shared memory, and the speed of each rung",
    description:
      "A roofline: TFLOP/s over multiply-adds per pass over the banks of shared memory. Up to four multiply-adds per pass shared " +
      "memory is the limit, from there on the arithmetic. The baseline and the column of outputs are close below the slope; the " +
      "register tile is further below it; the rungs with 8 by 8 outputs are to the right of the slope, at ever higher rates.",
    copy: peak / multiplyAddsPerCycle,
    peak,
    points,
    domain: [0.4, 20],
    low: 4,
    unit: "TFLOP/s",
    across: "multiply-adds per pass over the banks",
    slope: "shared memory: 1 pass per cycle",
    ticks: { x: [0.5, 1, 2, 4, 8, 16], y: [5, 10, 20, 40, 80] },
  });
}
