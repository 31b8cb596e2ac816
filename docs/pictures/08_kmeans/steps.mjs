// Queries on the results for the pictures of this lab: the time of an iteration after each large step, and the time that the next
// step removed. The results are times of whole calls; a part is the difference of two of them.

/** The large steps of the ladder. `part` is the part of the time that the next step removes. */
export const steps = [
  { rung: "baseline", name: "baseline", part: "the update on the host" },
  { rung: "03_update_on_the_gpu", name: "update on the GPU", part: "memberships to the host" },
  { rung: "04_changes_on_the_gpu", name: "changes on the GPU", part: "atomics on global memory" },
  { rung: "07_private_sums", name: "sums of a block", part: "atomics on shared memory" },
  { rung: "08_own_columns", name: "columns of sums", part: "loads, half the arithmetic" },
  { rung: "09_several_points", name: "points per thread", part: "the second read" },
  { rung: "10_fused", name: "one kernel for both", part: "the wait for the host" },
  { rung: "11_no_waiting", name: "the loop on the device" },
];

/** Returns the milliseconds of one iteration of a rung: a call at the timed size has four. */
export const iteration = (results, rung) => results.at(`08/${rung}.ms`) / results.at("08/size.limit");

/** Formats a time in ms with three significant digits, and in µs if it is below one ms. */
export const time = (ms) => (ms < 1 ? `${(ms * 1000).toPrecision(3).replace(/\.0+$/, "")} µs` : `${ms.toPrecision(3)} ms`);

const schedulers = 4 * 132;
const cyclesPerMillisecond = 1.98e6;

/** Returns the minimum time of the baseline's kernel, in ms: each scheduler of an H200 issues one of its counted instructions per
 * cycle. The simulator counts fewer points than are timed, and all iterations of a call. */
export function leastOfKernel(results) {
  const manifest = results.manifests[results.id("08")];
  const counted = manifest.counted[0].sizes;
  const instructions = results.at("08/baseline.instructions") / counted.limit * (results.at("08/size.count") / counted.count);
  return instructions / schedulers / cyclesPerMillisecond;
}

/** Returns the parts of an iteration of the baseline, in ms. The kernel's part is derived from counters. The part of the
 * memberships is the difference of rungs 3 and 4: in rung 3 the host copies and compares them. The rest is the host's update. */
export function partsOfBaseline(results) {
  const whole = iteration(results, "baseline");
  const kernel = leastOfKernel(results);
  const memberships = iteration(results, "03_update_on_the_gpu") - iteration(results, "04_changes_on_the_gpu");
  return { whole, kernel, memberships, update: whole - kernel - memberships };
}
