// The form of the decks: the number of slides, notes for each slide, and questions with their answers.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { readDeck } from "../lib/deck.mjs";
import { readResults } from "../lib/results.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const results = readResults(root);
const names = ["opening", ...results.ids, "closing"];
const deckOf = (name) => readDeck(root, readFileSync(join(root, "slides", `${name}.md`), "utf8"), { results });

for (const name of names) {
  const { slides } = deckOf(name);
  const isOfSolution = (slide) => slide.classes.includes("solution");

  test(`${name}: 15 to 25 slides, and an appendix of 4 at most`, () => {
    const appendix = slides.filter(isOfSolution).length;
    assert.ok(slides.length - appendix >= 15 && slides.length - appendix <= 25, `${slides.length - appendix} slides`);
    assert.ok(appendix <= 4, `an appendix of ${appendix}`);
  });
  test(`${name}: each slide has what a teacher says, and an anchor of its own`, () => {
    for (const slide of slides) assert.ok(slide.notes.join(" ").length > 80, slide.heading);
    assert.equal(new Set(slides.map((slide) => slide.anchor)).size, slides.length);
  });
  test(`${name}: three questions or more, and none of them is the last slide`, () => {
    assert.ok(slides.filter((slide) => slide.classes.includes("question")).length >= 3);
    assert.ok(!slides.at(-1).classes.includes("question"));
  });
}
