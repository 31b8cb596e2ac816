// The rungs of lab 03 outside the main path: alternatives to rung 6 that did not help.

import { bars, brief } from "../kit/plot.mjs";

const tried = ["7_no_conversions", "8_vectors_in_flight", "9_grid_stride", "10_streaming_hints", "11_table"];

export function draw({ results }) {
  const reference = results.build("03", "6_round_once");
  const entry = (name, of, note) => ({ name, of, note, value: results.build("03", name).ms * 1000 });
  return bars({
    title: "Alternatives to rung 6",
    description:
      `Time of the image in microseconds, shorter is better. Rung 6 takes ${brief(reference.ms * 1000)}. ` +
      tried.map((name) => `${name} takes ${brief(results.build("03", name).ms * 1000)}`).join(", ") + ".",
    unit: "µs for 1 GiB and 5 bytes",
    entries: [entry("6_round_once", "c", "(the reference for the others)"), ...tried.map((name) => entry(name, "a"))],
  });
}
