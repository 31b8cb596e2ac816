// The page of `grader explain LAB --html F`, made of real files and used by keyboard alone: sort the lines, open one, see one
// access lane by lane.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after, before } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { startBrowser } from "../lib/print.mjs";
import { lookAt } from "./look.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const work = mkdtempSync(join(tmpdir(), "explained-"));
let browser;
let tab;

/** The page of `file`, standing in for the student's file of `lab`. */
function explained(lab, file, name) {
  const page = join(work, `${name}.html`);
  execFileSync(join(root, "build/bin/grader"), ["explain", lab, "--file", file, "--backend", "sim", "--html", page], { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
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

/** Opens the costliest line and one of its accesses, by keyboard. */
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
    await lookAt(tab, page, say);
    await lookAt(tab, page, say, { use: openCostliest });
    assert.deepEqual(found, []);
    const { words, shapes, lanes, sorted } = await shownAccess();
    assert.match(sorted, /^Cost/);
    assert.equal(lanes, 32);
    assert.ok(shapes > 64);
    assert.match(words, name === "banks" ? /passes over the banks/ : /32 sectors of 32 bytes/);
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
