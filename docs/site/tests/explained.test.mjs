// The page of `grader explain LAB --html F`, generated from real files and used by keyboard alone: sort the lines, open one, see one
// access lane by lane. Also its part about the distribution of the time.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after, before } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { startBrowser } from "../lib/print.mjs";
import { lookAt, pairs } from "./look.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const work = mkdtempSync(join(tmpdir(), "explained-"));
let browser;
let tab;

/** Writes the page of `file` in place of the student's file of `lab`, and returns its path. */
function explained(lab, file, name, options = []) {
  const page = join(work, `${name}.html`);
  execFileSync(join(root, "build/bin/grader"), ["explain", lab, "--file", file, "--backend", "sim", "--html", page, ...options], { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  return page;
}

before(async () => {
  browser = await startBrowser();
  tab = await browser.newPage();
});
after(async () => {
  await browser.close();
  rmSync(work, { recursive: true });
});

/** Opens the most expensive line and one of its accesses, by keyboard. */
async function openCostliest(page) {
  await page.getByRole("button", { name: /^Cost/ }).first().focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /all counters$/ }).first().focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^Show what the lanes/ }).first().focus();
  await page.keyboard.press("Enter");
}

const shownAccess = () =>
  tab.evaluate(() => ({
    words: document.querySelector("#access-words").textContent,
    shapes: document.querySelectorAll("#picture svg *").length,
    lanes: document.querySelectorAll("#picture table tbody tr").length,
    sorted: document.querySelector("th[aria-sort=descending]")?.textContent ?? "",
  }));

for (const [lab, file, name] of [
  ["01", "labs/01_occupancy/baseline.cu", "sectors"],
  ["04", "solutions/04_shared_tiling/ladder/7_bank_conflicts.cu", "banks"],
])
  test(`${file}: nothing to stumble over, closed or used`, async () => {
    const page = explained(lab, file, name);
    const found = [];
    const say = (where, what) => found.push(`${where}: ${what}`);
    await lookAt(tab, page, say, { wanted: pairs[0] });
    await lookAt(tab, page, say, { use: openCostliest, wanted: pairs[1] });
    assert.deepEqual(found, []);
    const { words, shapes, lanes, sorted } = await shownAccess();
    assert.match(sorted, /^Cost/);
    assert.equal(lanes, 32);
    assert.ok(shapes > 64);
    assert.match(words, name === "banks" ? /passes over the banks/ : /32 sectors of 32 bytes/);
  });

const shownTime = () =>
  tab.evaluate(() => ({
    words: document.querySelector("#time-words").textContent,
    roofline: document.querySelector("#roofline svg").getAttribute("aria-label"),
    points: document.querySelectorAll("#roofline svg > .point").length,
    labels: [...document.querySelectorAll("#roofline svg text.halo")].map((word) => ({ text: word.textContent, box: word.getBoundingClientRect().toJSON() })),
    most: document.querySelector("#terms svg text.strong").textContent,
    bars: [...document.querySelectorAll("#terms svg rect.bar")].map((bar) => Number(bar.getAttribute("width"))),
    suggestions: [...document.querySelectorAll("#suggestions tbody tr")].map((row) => ({ text: row.textContent, link: row.querySelector("a")?.getAttribute("href") ?? "" })),
  }));

const crosses = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;

test("the page says where the time goes, and another file has another limiter", async () => {
  const slow = explained("01", "labs/01_occupancy/baseline.cu", "slow");
  await tab.goto(pathToFileURL(slow).href);
  const baseline = await shownTime();
  assert.match(baseline.words, /modelled for h200.*is limited by the L2 cache/s);
  assert.match(baseline.roofline, /baseline\.cu: .* operations per byte/);
  assert.equal(baseline.points, 3);
  assert.match(baseline.most, /L2/);
  assert.ok(baseline.bars.every((width) => width > 0));
  const sectors = baseline.suggestions.find(({ text }) => text.includes("neighbouring threads"));
  assert.match(sectors.text, /times/);
  assert.equal(sectors.link, "#line-14");
  assert.match(await tab.evaluate(() => document.querySelector("#line-14").textContent), /transformed/);

  const coalesced = explained("01", "solutions/01_occupancy/ladder/1_coalesced.cu", "coalesced");
  await tab.goto(pathToFileURL(coalesced).href);
  const better = await shownTime();
  assert.match(better.words, /DRAM is busy for/);
  assert.match(better.most, /DRAM/);
  assert.ok(!better.suggestions.some(({ text }) => text.includes("neighbouring threads")));
  for (const { labels } of [baseline, better]) {
    assert.ok(labels.filter(({ text }) => text.includes("modelled for h200")).length === 3);
    for (const [n, one] of labels.entries()) for (const other of labels.slice(n + 1)) assert.ok(!crosses(one.box, other.box), `${one.text} lies over ${other.text}`);
  }
});

test("where nothing is modelled the page says why, and shows nothing in its place", async () => {
  const page = explained("00", "solutions/00_first_steps/student.cu", "unknown");
  await tab.goto(pathToFileURL(page).href);
  const { words, pictures } = await tab.evaluate(() => {
    const time = document.querySelector("#time");
    return { words: time.textContent, pictures: time.querySelectorAll("svg, table").length };
  });
  assert.match(words, /is not known: the lab has no size at which its time is modelled/);
  assert.equal(pictures, 0);
});

test("on paper no picture is wider than the page", async () => {
  const page = explained("01", "labs/01_occupancy/baseline.cu", "paper");
  await tab.setViewportSize({ width: 700, height: 1000 });
  await tab.goto(pathToFileURL(page).href);
  await tab.emulateMedia({ media: "print", colorScheme: "light" });
  const wide = await tab.evaluate(() => [...document.querySelectorAll("svg")].map((picture) => picture.getBoundingClientRect().right));
  await tab.emulateMedia({ media: "screen" });
  assert.ok(wide.length >= 3 && wide.every((right) => right <= 700), wide.join(" "));
});

test("what a source says is text, whatever it says", async () => {
  const source = join(work, "student.cu");
  copyFileSync(join(root, "labs/01_occupancy/baseline.cu"), source);
  const evil = '// </script><script>document.title = "taken"</script><!-- <img src=x onerror="document.title = 1"> \u2028 &lt;';
  writeFileSync(source, `${evil}\n${readFileSync(source, "utf8")}`);
  const page = explained("01", source, "evil");
  await tab.goto(pathToFileURL(page).href);
  assert.notEqual(await tab.title(), "taken");
  assert.equal(await tab.evaluate(() => document.querySelectorAll("img").length), 0);
  assert.ok((await tab.evaluate(() => document.querySelector("#lines").textContent)).includes("</script><script>document.title"));
});
