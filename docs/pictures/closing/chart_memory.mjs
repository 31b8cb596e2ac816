import { chart } from "./chart.mjs";

export const draw = () =>
  chart({
    title: "Which technique, first half: the bytes",
    rows: [
      { ask: "Does the GPU work all the time?", to: "no", technique: "fewer copies and waits for the host,\nkernels joined", labs: "08" },
      { ask: "Do many threads add to one place?", to: "yes", technique: "an owner collects its inputs; or\nprivate copies, combined once", labs: "07, 06" },
      { ask: "Does a warp's request touch\nas few sectors as it can?", to: "no", technique: "neighbours take neighbours;\nanother layout", labs: "01, 09" },
      { ask: "Is each byte moved once?", to: "no", technique: "tiles: a block fetches for all of its threads", labs: "04" },
      { ask: "Is enough on its way to fill the bus?", to: "no", technique: "several loads a thread, enough warps;\n16 bytes a load", labs: "01, 03" },
    ],
    end: "As fast as a copy of these bytes? Then stop. If not, the time goes on the SM: next chart",
  });
