import { chart } from "./chart.mjs";

export const draw = () =>
  chart({
    title: "Choosing a technique, second half: the work on an SM",
    rows: [
      { ask: "Are all lanes of a warp active?", to: "no", technique: "regroup the work, so that\na warp has one kind of it", labs: "02, 11" },
      { ask: "Do some threads have more work\nthan others?", to: "yes", technique: "equal parts, by binary search;\npartial sums are combined", labs: "12" },
      { ask: "Are there bank conflicts?", to: "yes", technique: "padding, another order of lanes;\na copy for each lane", labs: "04, 06" },
      { ask: "About one load per\nmultiply-add?", to: "yes", technique: "several outputs per thread,\nkept in registers", labs: "05, 07, 08" },
      { ask: "Is the special-function unit busy?", to: "yes", technique: "a cheaper root or sine,\nfewer conversions", labs: "02, 03, 07" },
      { ask: "Do warps wait for the next tile,\nor at barriers?", to: "yes", technique: "double buffering: one tile is used,\nthe next is in flight", labs: "05" },
    ],
    end: "At the speed of the arithmetic? Then stop, take a library, or find an algorithm with less work",
  });
