import { chart } from "./chart.mjs";

export const draw = () =>
  chart({
    title: "Choosing a technique, first half: the bytes",
    rows: [
      { ask: "Is the GPU busy all the time?", to: "no", technique: "fewer copies and waits for the host,\nkernel fusion", labs: "08" },
      { ask: "Do many threads add to one address?", to: "yes", technique: "an owner collects its inputs; or\nprivate copies, combined once", labs: "07, 06" },
      { ask: "Does a warp's request touch\nas few sectors as it can?", to: "no", technique: "coalesced access;\nanother layout", labs: "01, 09" },
      { ask: "Is each byte moved once?", to: "no", technique: "tiles: a block fetches for all of its threads", labs: "04" },
      { ask: "Do bytes in flight fill the bus?", to: "no", technique: "several loads per thread, enough warps;\n16 bytes per load", labs: "01, 03" },
    ],
    end: "As fast as a copy of these bytes? Then stop. If not, the time is spent on the SM: next chart",
  });
