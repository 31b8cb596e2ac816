import { curves } from "../kit/plot.mjs";

export function draw({ results }) {
  const ms = (sweep) => results.table(`sweeps/${sweep}`).map((row) => [row.iterations, row.time]);
  return curves({
    title: "When regrouping pays",
    description:
      "Time against the number of steps, from one to eight, in a matrix of mixed rows only. All three programs are straight lines. Branch rises most steeply, select a little less, and regrouped about a quarter as steeply. Regrouped is the lowest of the three from one step on.",
    x: { name: "steps", domain: [0, 8], ticks: [0, 1, 2, 3, 4, 5, 6, 7, 8] },
    y: { name: "time in ms", domain: [0, 3.5] },
    series: [
      { name: "branch: the warp diverges", of: "b", points: ms("02_mixed_branch"), named: 5, anchor: "end" },
      { name: "select: all four, one kept", of: "d", points: ms("02_mixed_select"), named: 4, anchor: "start", above: false },
      { name: "regrouped: 8 values per thread", of: "c", points: ms("02_mixed_ordered"), named: 4, anchor: "start", above: false },
    ],
  });
}
