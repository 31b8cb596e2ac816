// Bytes of loads in flight per SM, and the bytes in flight that keep memory busy.

import { bars, brief } from "../kit/plot.mjs";

const multiprocessors = 132;
const rungs = [
  ["baseline", "one byte", "b"],
  ["4_aligned_middle", "a word of 4 bytes", "a"],
  ["5_sixteen_bytes", "a vector of 16 bytes", "a"],
  ["8_vectors_in_flight", "two vectors", "a"],
];

export function draw({ results }) {
  const entries = rungs.map(([rung, name, of]) => ({ name, of, value: results.build("03", rung).counters.bytes_in_flight / 1024 }));
  // Half of the bytes of a copy are loads; this is their latency in nanoseconds when memory is busy.
  const latency = results.at("variants/01_occupancy.latency[warps=64, loads a warp=2].a round");
  const needed = ((results.measured.ceilings.copy_gb_s / 2) * latency) / multiprocessors / 1024;
  return bars({
    title: "Bytes of loads in flight per SM",
    description:
      "KB of loads in flight on a full SM, by the size of a thread's loads: " + entries.map(({ name, value }) => `${name} ${brief(value)}`).join(", ") +
      `. About ${brief(needed)} are needed to keep memory busy.`,
    unit: "KB of loads in flight per SM",
    mono: false,
    entries: [...entries.slice(0, 2), { name: "needed", value: needed, of: "c", note: "KB keep memory busy", bold: true }, ...entries.slice(2)],
  });
}
