import { chart } from "./chart.mjs";

export const draw = () =>
  chart({
    title: "Which technique, second half: the work on an SM",
    rows: [
      { ask: "Are all lanes of a warp at work?", to: "no", technique: "deal out the work, so that\na warp has one kind of it", labs: "02, 11" },
      { ask: "Have some threads more to do\nthan others?", to: "yes", technique: "equal parts, found by a search;\nwhat an edge cuts is joined", labs: "12" },
      { ask: "Do lanes meet in a bank?", to: "yes", technique: "padding, another order of lanes;\na copy for each lane", labs: "04, 06" },
      { ask: "About one load for each\nmultiply-add?", to: "yes", technique: "several outputs a thread,\nkept in registers", labs: "05, 07, 08" },
      { ask: "Is the special-function unit busy?", to: "yes", technique: "a cheaper root or sine,\nfewer conversions", labs: "02, 03, 07" },
      { ask: "Do warps wait for the next tile,\nor at barriers?", to: "yes", technique: "double buffering: one tile is used,\nthe next is on its way", labs: "05" },
    ],
    end: "At the speed of the arithmetic? Then stop, take a library, or find an algorithm with less work",
  });
