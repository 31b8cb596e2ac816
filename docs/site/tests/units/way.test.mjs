import assert from "node:assert/strict";
import test from "node:test";
import { nextOf } from "../../lib/way.mjs";

const site = { results: { ids: ["00_a", "01_b"] } };
const pages = (from) => nextOf(site, from)?.page;

test("from the opening deck through decks and hand-outs to the closing deck", () => {
  assert.equal(pages("slides/opening.md"), "slides/00_a.html");
  assert.equal(pages("slides/00_a.md"), "labs/00_a/index.html");
  assert.equal(pages("labs/00_a/README.md"), "slides/01_b.html");
  assert.equal(pages("labs/01_b/README.md"), "slides/closing.html");
});
test("the last has no next, nor has a text beside the way", () => {
  assert.equal(nextOf(site, "slides/closing.md"), undefined);
  assert.equal(nextOf(site, "docs/glossary.md"), undefined);
});
