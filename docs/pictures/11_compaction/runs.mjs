// A run for each lane: it counts its own kept ones, one scan of the counts gives places, and all go to the stage in order.

import { Picture } from "../kit/svg.mjs";
import { flagsOf, sum, sumsBefore, values } from "./row.mjs";

const [lanes, run] = [6, 8];
const [left, cell, high, gap] = [104, 16.6, 30, 8];
const kinds = ["a", "b", "c"];

export function draw() {
  const flags = flagsOf(values(lanes * run, 5));
  const ofLane = (lane) => flags.slice(lane * run, (lane + 1) * run);
  const counts = Array.from({ length: lanes }, (_, lane) => sum(ofLane(lane)));
  const before = sumsBefore(counts);
  const wide = run * cell;
  const x = (lane) => left + lane * (wide + gap);
  const picture = new Picture({
    height: 388,
    title: "A run for each lane, and one count of it",
    description:
      `Six lanes, each with a run of ${run} elements in a row, of which some are kept. Each lane counts its own: ${counts.join(", ")}. One scan of the counts tells each lane how many are kept before its run: ${before.join(", ")}. ` +
      `From that place on it puts its kept ones into shared memory, one behind the other, so that all ${sum(counts)} stand there in the order of the row.`,
  });
  const label = (y, words) => picture.text(left - 14, y + high / 2, words, { anchor: "end", middle: true });
  picture.text(left - 14, 32, "lane", { anchor: "end", muted: true });
  label(46, "run");
  label(104, "keeps");
  label(156, "before");
  label(270, "stage");
  const at = (place) => left + place * cell * 1.6;
  counts.forEach((count, lane) => {
    const of = kinds[lane % kinds.length];
    picture.text(x(lane) + wide / 2, 32, lane, { anchor: "middle", muted: true });
    picture.row(x(lane), 46, run, cell, high, { of: (k) => (ofLane(lane)[k] ? of : "plain"), label: (k) => ofLane(lane)[k], gap: 1 });
    picture.box(x(lane) + wide / 2 - 30, 104, 60, high, { of, label: count });
    picture.box(x(lane) + wide / 2 - 30, 156, 60, high, { of: "d", label: before[lane] });
    picture.arrow(x(lane) + wide / 2, 78, x(lane) + wide / 2, 102);
    picture.arrow(x(lane) + wide / 2, 188, at(before[lane]) + cell * 0.8, 266, { of, thick: 2 });
    picture.row(at(before[lane]), 270, count, cell * 1.6, high, { of: () => of, label: () => lane, gap: 2 });
  });
  picture.text(left - 14, 322, "place", { anchor: "end", muted: true });
  for (let place = 0; place < sum(counts); ++place) picture.text(at(place) + cell * 0.8, 322, place, { anchor: "middle", muted: true });
  picture.legend(left, 370, [["a", "kept, of lanes 0 and 3"], ["b", "of 1 and 4"], ["c", "of 2 and 5"], ["d", "from the scan: kept before this run"]]);
  return picture;
}
