// The measured time of both directions, in three programs and a copy.
import { bars } from "../kit/plot.mjs";

const toRecords = "2^26 records with 5 fields";
const toArrays = "2^26 records with 5 fields, to arrays";

export function draw({ results }) {
  const programs = [
    ["baseline", "baseline"],
    ["3_fitted_tile", "a tile as wide as a record"],
    ["solution", "solution"],
    ["device_copy", "a copy of the same bytes"],
  ];
  const entries = programs.flatMap(([build, name]) => [
    { name: `${name}, to records`, value: results.build("09", build, toRecords).ms, of: "b" },
    { name: `${name}, to arrays`, value: results.build("09", build, toArrays).ms, of: "a" },
  ]);
  return bars({
    title: "Both directions",
    description:
      "Bars of the time for 67 million records with 5 fields in both directions. The baseline is nearly as fast as a copy to arrays, and takes three times as long to records. " +
      "A tile as wide as a record takes twice as long as a copy in both directions, and the solution about as long as a copy.",
    unit: "ms",
    mono: false,
    entries,
  });
}
