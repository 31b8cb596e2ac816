// Flag and value: two stores may become visible in the other order; one store is seen whole or not at all.

import { Picture } from "../kit/svg.mjs";

export function draw() {
  const picture = new Picture({
    height: 452,
    title: "A flag and a value in two words, and in one",
    description:
      "Two timelines of a block that publishes and a block that reads. Above, the value 42 is stored first and the flag second, but the flag becomes visible first: the reader sees the flag and reads the old value, 17. " +
      "Below, flag and value are one word of 64 bits: the reader sees neither or both.",
  });
  const [from, to] = [150, 944];
  const lane = (y, name) => {
    picture.text(from - 16, y + 18, name, { anchor: "end", middle: true });
    picture.line(from, y + 18, to, y + 18, { of: "grid", thick: 2 });
  };
  picture.text(20, 30, "two words", { bold: true, size: 18 });
  lane(46, "tile 4 stores");
  lane(112, "visible to others");
  lane(178, "tile 5 reads");
  picture.box(170, 46, 100, 36, { of: "a", label: "value = 42" });
  picture.box(280, 46, 100, 36, { of: "b", label: "flag = 1" });
  picture.box(420, 112, 100, 36, { of: "b", label: "flag 1" });
  picture.box(740, 112, 100, 36, { of: "a", label: "value 42" });
  picture.arrow(330, 84, 418, 116, { of: "b", thick: 2 });
  picture.arrow(230, 84, 738, 128, { of: "a", thick: 2 });
  picture.box(536, 178, 90, 36, { of: "b", label: "flag 1" });
  picture.box(634, 178, 90, 36, { of: "waste", label: "" });
  picture.text(679, 196, "value 17", { anchor: "middle", middle: true, halo: true });
  picture.text(740, 196, "the old value", { middle: true });

  picture.line(20, 240, to, 240, { of: "guide" });
  picture.text(20, 276, "one word of 64 bits", { bold: true, size: 18 });
  lane(292, "tile 4 stores");
  lane(350, "visible to others");
  lane(408, "tile 5 reads");
  const pair = (x, y, flag, value, kinds) => {
    picture.box(x, y, 62, 36, { of: kinds[0], label: flag, rounding: 0 });
    picture.box(x + 62, y, 62, 36, { of: kinds[1], label: value, rounding: 0 });
  };
  pair(170, 292, "1", "42", ["b", "a"]);
  pair(560, 350, "1", "42", ["b", "a"]);
  picture.arrow(296, 316, 558, 362, { of: "edge", thick: 2 });
  pair(350, 408, "0", "17", ["plain", "plain"]);
  picture.text(486, 426, "INVALID: load again", { middle: true });
  pair(700, 408, "1", "42", ["b", "a"]);
  picture.text(836, 426, "both", { middle: true });
  return picture;
}
