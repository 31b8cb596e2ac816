import { ladder } from "../kit/ladder.mjs";

// Rung 0 is the same program as the baseline, so the bar of the baseline is enough.
export const draw = ({ results }) =>
  ladder({
    results,
    lab: "01",
    title: "The ladder of lab 01",
    description:
      "One bar for each program: its speedup over the baseline. Reading along rows and a good block size gain the most. " +
      "The two cliffs and the many launches are far slower. Four and eight rows loaded together and loads of 16 bytes come close " +
      "to the speed of a copy, past full marks.",
    limit: "a copy",
    without: ["0_original"],
  });
