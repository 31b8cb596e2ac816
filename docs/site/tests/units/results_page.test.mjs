// The tables of the page with results, from invented results.

import assert from "node:assert/strict";
import test from "node:test";
import { caseTable } from "../../pages/results.mjs";

const measured = {
  name: "large",
  limit_ms: 1,
  floor_ms: 0,
  rungs: [
    { name: "baseline", ms: 8, speedup: 1, expect: "fails:fast" },
    { name: "1_tiles", ms: 2, speedup: 4, expect: "pass" },
  ],
  peers: [{ name: "library", title: "a library", ms: 1.5, speedup: 5.33 }],
};
const siteWith = (builds) => ({ link: () => "page.html", results: { modelledBuild: (id, name) => builds.find((one) => one.name === name) } });
const withBoth = siteWith([
  { name: "baseline", measured_ms: 8, modelled_ms: 10 },
  { name: "1_tiles", measured_ms: 2, modelled_ms: 1.5 },
]);
const cellsOf = (table, name) => [...table.split("<tr>").find((row) => row.includes(name)).matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell]) => cell);

test("modelled times stand beside measured ones", () => {
  const table = caseTable(withBoth, "04_shared_tiling", measured, true);
  assert.deepEqual(cellsOf(table, "baseline").slice(1, 4), ["8 ms", "10 ms", "+25 %"]);
  assert.deepEqual(cellsOf(table, "1_tiles").slice(1, 4), ["2 ms", "1.5 ms", "−25 %"]);
});
test("a library has no modelled time, and its cells stand in their columns", () => {
  assert.deepEqual(cellsOf(caseTable(withBoth, "04_shared_tiling", measured, true), "a library").slice(1, 5), ["1.5 ms", "", "", "5.33×"]);
});
for (const [why, site, graded] of [
  ["of which nothing was modelled", siteWith([]), true],
  ["at a case that is not graded", withBoth, false],
])
  test(`a lab ${why} has no such columns`, () => {
    const table = caseTable(site, "04_shared_tiling", measured, graded);
    assert.doesNotMatch(table, /modelled/);
    assert.equal(cellsOf(table, "baseline").length, 4);
  });
