import { ladder } from "../kit/ladder.mjs";

export const draw = ({ results }) =>
  ladder({
    results,
    lab: "07",
    title: "The ladder of lab 07",
    description:
      "One bar for each program: how many times as fast as the baseline it is. A better scatter brings a long way, and a plain gather hardly more. One instruction for root and division doubles that, and constant memory " +
      "falls far behind. Tiles, the root alone and four points a thread bring full marks; eight points and patches bring nothing on top. Roots by multiply-adds come up to the time that the roots alone would take.",
    limit: "the roots alone",
  });
