// The page of a class, with sample classes from build/bin/class_page_sample, in a browser and used by keyboard alone: sort, filter,
// open a student.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after, before } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { startBrowser } from "../lib/print.mjs";
import { lookAt, pairs } from "./look.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const sample = process.env.CLASS_PAGE_SAMPLE ?? join(root, "build/bin/class_page_sample");
const work = mkdtempSync(join(tmpdir(), "class-page-"));
let browser;
let tab;

/** Writes the page of a sample class and returns its path. */
function made(kind, site = "") {
  const page = join(work, `${kind}.html`);
  execFileSync(sample, [kind, site, page]);
  return page;
}

const open = (page) => tab.goto(pathToFileURL(page).href);

before(async () => {
  browser = await startBrowser();
  tab = await browser.newPage();
});
after(async () => {
  await browser.close();
  rmSync(work, { recursive: true });
});

/** Returns the cells of column `number` in the rows that are shown. */
const column = (number) => tab.evaluate((n) => [...document.querySelectorAll("table.marks > tbody > tr:not(.all)")].map((row) => row.cells[n].textContent), number);
const shown = () => tab.evaluate(() => document.querySelector("#shown").textContent);
const points = (cell) => Number(cell.replace(/[^\d.]/g, ""));

/** Opens the first student's marks, by keyboard. */
async function openFirst(page) {
  await page.locator("table.marks tbody button").first().focus();
  await page.keyboard.press("Enter");
}

for (const [kind, site] of [
  ["small", "../site"],
  ["pseudonyms", ""],
])
  test(`${kind}: nothing to stumble over, closed or with a student opened`, async () => {
    const page = made(kind, site);
    const found = [];
    const say = (where, what) => found.push(`${where}: ${what}`);
    await lookAt(tab, page, say, { wanted: pairs[0] });
    await lookAt(tab, page, say, { use: openFirst, wanted: pairs[1] });
    assert.deepEqual(found, []);
    const opened = await tab.locator("tr.all table tbody tr").count();
    assert.equal(opened, 8);
  });

// The time of a browser grows with the number of elements that it lays out, and of rows that it moves.
test("the page of 300 students and 12 labs has few elements per mark, and sorting moves each row once", async () => {
  await open(made("large"));
  assert.equal((await column(0)).length, 300);
  const elements = await tab.evaluate(() => document.querySelectorAll("*").length);
  assert.ok(elements < 2 * 300 * 14, `it has ${elements} elements`);
  const moved = await tab.evaluate(() => {
    const table = document.querySelector("table.marks");
    const observer = new MutationObserver(() => {});
    observer.observe(table, { childList: true, subtree: true });
    table.querySelectorAll("thead button")[1].click();
    return observer.takeRecords().flatMap((record) => [...record.addedNodes]).filter((node) => node.nodeName === "TR").length;
  });
  assert.ok(moved > 0 && moved <= 300, `${moved} rows were moved`);
});

test("headings and names stay in sight, however far one goes", async () => {
  await open(made("large"));
  const region = tab.getByRole("region", { name: "Marks", exact: true });
  await region.focus();
  await tab.keyboard.press("End");
  await tab.waitForFunction(() => document.querySelector(".tall").scrollTop > 1000);
  const places = await tab.evaluate(() => {
    const box = document.querySelector(".tall");
    box.scrollLeft = 200;
    const top = (element) => element.getBoundingClientRect().top - box.getBoundingClientRect().top;
    const left = (element) => element.getBoundingClientRect().left - box.getBoundingClientRect().left;
    return { heading: top(box.querySelector("thead th:nth-child(2)")), name: left(box.querySelector("tbody tr:last-child th")) };
  });
  assert.ok(Math.abs(places.heading) <= 2 && Math.abs(places.name) <= 2, JSON.stringify(places));
});

test("a heading sorts by its column, and the other way round when it is pressed again", async () => {
  await open(made("small"));
  const names = await column(0);
  assert.deepEqual(names, [...names].sort());
  await tab.getByRole("button", { name: "Total" }).focus();
  await tab.keyboard.press("Enter");
  const totals = (await column(1)).map(points);
  assert.deepEqual(totals, [...totals].sort((a, b) => b - a));
  assert.equal(await tab.locator("th[aria-sort=descending]").textContent(), "Total");
  await tab.keyboard.press("Enter");
  assert.deepEqual((await column(1)).map(points), [...totals].reverse());
  assert.equal(await tab.locator("[aria-sort]").count(), 1);
  // Order of a lab's column: students with points, then students without a grade, then students without a submission.
  await tab.locator("table.marks thead button").nth(3).focus();
  await tab.keyboard.press("Enter");
  const order = (await column(3)).map((cell) => (/[✓✗]/.test(cell) ? 0 : cell.startsWith("?") ? 1 : 2));
  assert.deepEqual(order, [...order].sort());
  assert.ok(order.includes(2));
});

test("name, lab and mark filter, by keyboard, and the page says how many are left", async () => {
  await open(made("small"));
  assert.equal(await shown(), "30 students");
  await tab.getByLabel("Name").focus();
  await tab.keyboard.type("NUMBER-001");
  assert.equal(await shown(), "10 of 30 students");
  assert.ok((await column(0)).every((name) => name.includes("number-001")));
  await tab.keyboard.press("Control+A");
  await tab.keyboard.press("Delete");
  await tab.getByLabel("Mark", { exact: true }).selectOption("missing");
  await tab.locator("#filter").getByLabel("Lab").selectOption("2");
  const cells = await column(4);
  assert.ok(cells.length > 0 && cells.length < 30);
  assert.ok(cells.every((cell) => cell === "–"), cells.join(" "));
});

test("a student's marks open with all that is known of them, stay with their row, and close", async () => {
  await open(made("small"));
  const button = tab.getByRole("button", { name: "student.number-0002@example.org" });
  await button.focus();
  await tab.keyboard.press("Enter");
  assert.equal(await button.getAttribute("aria-expanded"), "true");
  const text = await tab.locator("tr.all").textContent();
  assert.match(text, /2 days late: 20 % off; submission 3 of 4/);
  await tab.locator("table.marks thead button").first().click();
  assert.equal(await tab.evaluate(() => document.querySelector("tr.all").previousElementSibling.cells[0].textContent), "student.number-0002@example.org");
  await button.focus();
  await tab.keyboard.press("Enter");
  assert.equal(await tab.locator("tr.all").count(), 0);
});

test("what stopped the class is told by lab, and leads to the page that helps", async () => {
  await open(made("small", "https://example.org/course"));
  const links = await tab.evaluate(() => [...document.querySelectorAll("#gates a, #findings a")].map((link) => link.getAttribute("href")));
  assert.ok(links.some((link) => /^https:\/\/example\.org\/course\/slides\/\d\d_[a-z_]+\.html#mapping$/.test(link)));
  assert.ok(links.includes("https://example.org/course/docs/findings/shared_race.html"));
  const rows = () => tab.locator("#steps tbody tr").count();
  const all = await rows();
  await tab.locator("#stumbles-choice").selectOption("3");
  const labs = await tab.evaluate(() => [...document.querySelectorAll("#steps tbody tr")].map((row) => row.cells[0].textContent.slice(0, 2)));
  assert.ok(labs.length > 0 && labs.length < all && labs.every((lab) => lab === "03"));
});

test("each lab has its histogram, and each leaderboard says that places are shared", async () => {
  await open(made("small"));
  assert.equal(await tab.locator("#labs svg").count(), 8);
  assert.match(await tab.locator("#labs svg").first().getAttribute("aria-label"), /90 to 100 %: \d+$/);
  assert.ok((await tab.locator("#boards table").count()) > 4);
  assert.match(await tab.locator("#shared-places").textContent(), /cannot decide which of them is faster/);
});

test("what students write is text, whatever it says", async () => {
  await open(made("hostile"));
  for (const button of await tab.locator("table.marks > tbody > tr:not(.all) th button").all()) await button.click();
  await tab.waitForTimeout(200); // a picture that fails to load fires its error event a little later
  assert.equal(await tab.title(), "Parallel programming");
  assert.ok((await column(0)).some((name) => name.startsWith("<img src=x onerror=")));
  assert.equal(await tab.evaluate(() => document.querySelectorAll("img").length), 0);
  assert.ok((await tab.locator("#marks").textContent()).includes("</script><script>document.title="));
  assert.ok(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth + 1));
});
