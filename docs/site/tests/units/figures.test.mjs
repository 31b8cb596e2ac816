import assert from "node:assert/strict";
import test from "node:test";
import { figure, fill } from "../../lib/figures.mjs";

const results = { at: (name) => ({ "04/a.ms": 1874.4, "04/b.ms": 0.5 })[name] ?? assert.fail(name) };

test("a number is written in the format behind as", () => assert.equal(figure("04/b.ms as .2f", results), "0.50"));
test("thousands are parted by a space", () => assert.equal(figure("04/a.ms as ,.0f", results), "1 874"));
test("a value without a format is an error that names it", () => assert.throws(() => figure("04/a.ms", results), /<data value="04\/a.ms">/));
test("every tag of a text gets its number, and the rest stays", () =>
  assert.equal(
    fill('a <data value="04/a.ms as .0f">0</data> b <data value="04/a.ms / 04/b.ms as .1f">x</data> c', results),
    'a <data value="04/a.ms as .0f">1874</data> b <data value="04/a.ms / 04/b.ms as .1f">3748.8</data> c',
  ));
