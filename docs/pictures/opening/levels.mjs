// The levels of memory of an H200: the threads that can access each, its size, its latency and its speed.
import { brief } from "../kit/plot.mjs";
import { Picture } from "../kit/svg.mjs";

const multiprocessors = 132;
const clock = 1.98; // GHz
const pass = 128; // bytes that the shared memory of an SM delivers per cycle

export function draw({ results }) {
  const load = results.at("variants/01_occupancy.latency[bytes on=128].[a round]");
  const copy = results.at("device.copy_gb_s") / 1000;
  const bus = pinned(results);
  const levels = [
    { name: "registers", of: "a", wide: 120, who: "one thread", size: "256 KB per SM", far: "", fast: "as fast as arithmetic" },
    { name: "shared memory, L1", of: "c", wide: 168, who: "a block; an SM", size: "256 KB per SM", far: "", fast: `${brief((multiprocessors * pass * clock) / 1000)} TB/s, all SMs` },
    { name: "L2 cache", of: "d", wide: 216, who: "all SMs", size: "60 MB", far: "", fast: "" },
    { name: "global memory", of: "b", wide: 264, who: "all SMs, and copies", size: "141 GB", far: `${load} ns`, fast: `4.8 TB/s; copy: ${brief(copy)}` },
    { name: "host memory", of: "plain", wide: 312, who: "the CPU, and copies", size: "the host's", far: "", fast: `${brief(Math.round(bus))} GB/s over the bus` },
  ];
  const picture = new Picture({
    height: 360,
    title: "The levels of memory",
    description: levels.map(({ name, who, size, far, fast }) => `${name}: visible to ${who}, ${size}${far ? `, a load takes ${far}` : ""}${fast ? `, ${fast}` : ""}`).join(". "),
  });
  const columns = [16, 352, 530, 668, 752];
  ["", "visible to", "size", "a load", "speed"].forEach((head, i) => picture.text(columns[i], 28, head, { bold: true }));
  levels.forEach(({ name, of, wide, who, size, far, fast }, i) => {
    const y = 44 + i * 56;
    picture.box(columns[0], y, wide, 44, { of, label: name, bold: true });
    [who, size, far, fast].forEach((words, k) => picture.text(columns[k + 1], y + 22, words || "–", { middle: true }));
    if (i > 0) picture.line(columns[1], y - 6, 944, y - 6, { of: "grid" });
  });
  picture.text(16, 344, "Measured: the load (one warp per SM), the copy, the bus (the fastest copy to the host). The rest is from the specification.", { muted: true });
  return picture;
}

/** Returns the GB/s of the fastest measured copy to pinned host memory. */
const pinned = (results) =>
  Math.max(...results.table("variants/04_shared_tiling.transfers").map((row) => row["C back"]).filter((value) => typeof value === "number"));
