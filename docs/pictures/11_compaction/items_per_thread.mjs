// Several items per lane: each lane counts its own kept ones, one scan of the counts gives positions in the stage.

import { Picture } from "../kit/svg.mjs";
import { flagsOf, sum, exclusiveSums, values } from "./input.mjs";

const [lanes, items] = [6, 8];
const [left, cell, high, gap] = [104, 16.6, 30, 8];
const kinds = ["a", "b", "c"];

export function draw() {
  const flags = flagsOf(values(lanes * items, 5));
  const ofLane = (lane) => flags.slice(lane * items, (lane + 1) * items);
  const counts = Array.from({ length: lanes }, (_, lane) => sum(ofLane(lane)));
  const prefixes = exclusiveSums(counts);
  const wide = items * cell;
  const x = (lane) => left + lane * (wide + gap);
  const picture = new Picture({
    height: 388,
    title: "Several items per lane, and one count of them",
    description:
      `Six lanes, each with ${items} consecutive items, of which some are kept. Each lane counts its own: ${counts.join(", ")}. One scan of the counts returns the exclusive prefix of each lane: ${prefixes.join(", ")}. ` +
      `From that position on the lane writes its kept items to shared memory, so that all ${sum(counts)} are there in the order of the input.`,
  });
  const label = (y, words) => picture.text(left - 14, y + high / 2, words, { anchor: "end", middle: true });
  picture.text(left - 14, 32, "lane", { anchor: "end", muted: true });
  label(46, "items");
  label(104, "count");
  label(156, "prefix");
  label(270, "stage");
  const at = (position) => left + position * cell * 1.6;
  counts.forEach((count, lane) => {
    const of = kinds[lane % kinds.length];
    picture.text(x(lane) + wide / 2, 32, lane, { anchor: "middle", muted: true });
    picture.row(x(lane), 46, items, cell, high, { of: (k) => (ofLane(lane)[k] ? of : "plain"), label: (k) => ofLane(lane)[k], gap: 1 });
    picture.box(x(lane) + wide / 2 - 30, 104, 60, high, { of, label: count });
    picture.box(x(lane) + wide / 2 - 30, 156, 60, high, { of: "d", label: prefixes[lane] });
    picture.arrow(x(lane) + wide / 2, 78, x(lane) + wide / 2, 102);
    picture.arrow(x(lane) + wide / 2, 188, at(prefixes[lane]) + cell * 0.8, 266, { of, thick: 2 });
    picture.row(at(prefixes[lane]), 270, count, cell * 1.6, high, { of: () => of, label: () => lane, gap: 2 });
  });
  picture.text(left - 14, 322, "position", { anchor: "end", muted: true });
  for (let position = 0; position < sum(counts); ++position) picture.text(at(position) + cell * 0.8, 322, position, { anchor: "middle", muted: true });
  picture.legend(left, 370, [["a", "kept, of lanes 0 and 3"], ["b", "of 1 and 4"], ["c", "of 2 and 5"], ["d", "from the scan: exclusive prefix"]]);
  return picture;
}
