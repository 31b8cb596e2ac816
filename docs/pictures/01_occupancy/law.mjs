import { curves } from "../kit/plot.mjs";

const multiprocessors = 132;

export function draw({ results }) {
  const rows = results.table("variants/01_occupancy.latency").filter((row) => typeof row.warps === "number");
  const points = rows.map((row) => [row["bytes on"], row.read]);
  const at = (bytes) => points.find(([x]) => x === bytes);
  const copy = results.at("device.copy_gb_s") / 1000;
  const idle = rows[0]["a round"];
  return curves({
    title: "Read speed against bytes in flight per SM",
    description:
      "Measured: up to 4096 bytes per SM, twice the bytes in flight are read twice as fast. 8192 bytes, the most that one load per thread can have in flight, reach less than " +
      "two thirds of the speed of a copy. 16384 bytes reach nine tenths of it, 32768 bytes all of it.",
    x: { name: "bytes of loads in flight per SM", domain: [0, 32768 * 1.06], ticks: [0, 4096, 8192, 16384, 24576, 32768] },
    y: { name: "read, TB/s", domain: [0, 5] },
    series: [
      { name: "if no load waited for another", of: "b", points: [[0, 0], [(copy * 1000 * idle) / multiprocessors, copy]], anchor: "start" },
      { of: "a", points },
      { name: "64 warps, 1 load per thread", of: "a", points: [at(8192)], above: false, anchor: "start" },
      { name: "2 loads per thread", of: "a", points: [at(16384)], above: false, anchor: "start" },
      { name: "4 loads per thread", of: "a", points: [at(32768)], anchor: "end" },
    ],
    marks: [{ name: "a copy", value: copy, left: true }],
  });
}
