import { ladder } from "../kit/ladder.mjs";

export const draw = ({ results }) =>
  ladder({
    results,
    lab: "07",
    title: "The ladder of lab 07",
    description:
      "One bar for each program: its speedup over the baseline. A better scatter gains a lot, and a plain gather hardly more. One instruction for root and division doubles that, and constant memory " +
      "is far slower. Tiles, the root alone and four points per thread reach full marks; eight points and patches gain nothing more. Roots by multiply-adds reach the time that the roots alone would take.",
    limit: "the roots alone",
  });
