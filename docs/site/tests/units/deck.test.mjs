import assert from "node:assert/strict";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { readDeck } from "../../lib/deck.mjs";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const results = { at: () => 2 };
const markdown = `---
marp: true
theme: kernelsmith
title: "A deck"
---

# First

<!-- What a teacher says. -->

---

<a id="code"></a>

## Code with <data value="04/x.ms as .1f">9</data>

\`\`\`cpp {2,4-5}
int a;
int b; /* over
lines */
int d;
int e;
\`\`\`

---

<!-- _class: solution -->

## The answer
`;
const deck = readDeck(root, markdown, { results });

test("a deck has its title, and a slide its heading, anchor and notes", () => {
  assert.equal(deck.title, "A deck");
  assert.deepEqual(deck.slides.map((slide) => slide.anchor), ["slide-1", "code", "slide-3"]);
  assert.deepEqual(deck.slides[0].notes, ["What a teacher says."]);
  assert.equal(deck.slides[2].heading, "The answer");
});
test("what the braces name is marked, and nothing else", () => {
  const marked = [...deck.slides[1].html.matchAll(/<mark>(.*?)<\/mark>/gs)].map(([, line]) => line.replace(/<[^>]*>/g, ""));
  assert.deepEqual(marked, ["int b; /* over", "int d;", "int e;"]);
});
test("a colour that goes over a line's end is closed there", () => {
  for (const [, line] of deck.slides[1].html.matchAll(/<mark>(.*?)<\/mark>/gs))
    assert.equal(line.match(/<span/g).length, line.match(/<\/span>/g).length);
});
test("numbers are filled in", () => assert.match(deck.slides[1].html, /Code with <data value="[^"]*">2.0<\/data>/));
test("slides about the solution can be left out", () => assert.equal(readDeck(root, markdown, { results, solutions: false }).slides.length, 2));
