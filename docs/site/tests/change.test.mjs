// A number that changes in a results file changes everywhere: slides, hand-outs, plots and the front page. A copy of the course
// gets other measured times, and pages are built from both.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import test, { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { readResults } from "../lib/results.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url)).replace(/\/$/, "");
const work = mkdtempSync(join(tmpdir(), "changed-"));
const copy = join(work, "course");
const kept = new Set(["build", "node_modules", ".git", ".kernelsmith"]);

const build = (of, to) => execFileSync("node", [join(root, "docs/site/build.mjs"), "site", "--without-pdf", "--without-api", "--root", of, "--output", to]);

before(() => {
  cpSync(root, copy, { recursive: true, filter: (path) => !kept.has(basename(path)), verbatimSymlinks: true });
  symlinkSync(join(root, "docs/node_modules"), join(copy, "docs/node_modules"));
  const file = join(copy, "docs/results/h200.json");
  const results = JSON.parse(readFileSync(file, "utf8"));
  for (const { cases } of Object.values(results.labs))
    for (const { rungs } of cases)
      for (const rung of rungs) {
        const slower = rung.name === "baseline" ? 1.31 : 3.17;
        rung.ms *= slower;
        rung.speedup /= slower;
      }
  writeFileSync(file, JSON.stringify(results));
  // One sweep that hand-out 02 quotes gets the numbers of another.
  cpSync(join(copy, "docs/results/sweeps/02_mixed_select.txt"), join(copy, "docs/results/sweeps/02_mixed_branch.txt"));
  build(root, join(work, "now"));
  build(copy, join(work, "then"));
});
after(() => rmSync(work, { recursive: true }));

/** Returns whether the parts of the page `path` that match `what` differ between the two sites. */
const changes = (path, what = /.*/gs) => {
  const [now, then] = ["now", "then"].map((site) => readFileSync(join(work, site, path), "utf8").match(what)?.join("\n") ?? "");
  assert.notEqual(now, "", `${path} has nothing of the kind`);
  return now !== then;
};

const number = /<data value="[^"]*">[^<]*<\/data>/g;
const plots = /<svg aria-label.*?<\/svg>/gs;

test("the front page's plot and words", () => {
  assert.ok(changes("index.html", plots));
  assert.ok(changes("index.html", /<p class="speed">.*?<\/p>/gs));
});
test("the page of results", () => assert.ok(changes("results.html", /<table>.*?<\/table>/gs)));
for (const id of readResults(root).timedLabs) {
  test(`${id}: slides' numbers`, () => assert.ok(changes(`slides/${id}.html`, number)));
  test(`${id}: slides' plots`, () => assert.ok(changes(`slides/${id}.html`, plots)));
  test(`${id}: hand-out's numbers`, () => assert.ok(changes(`labs/${id}/index.html`, number)));
}
