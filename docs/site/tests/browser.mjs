// Every page of the site in a browser, in light and in dark, at the width of a phone and of a desk. It says each thing that
// a reader would stumble over, and ends with 1 where there is one:
// something does not load, a script fails, a page is wider than its window, something leaves its slide, a picture is empty or
// has words under 12 pixels or outside of it, or axe-core finds something against WCAG 2.2 AA.
//
//   node docs/site/tests/browser.mjs [FOLDER]      build/site without one; Doxygen's pages only load

import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { startBrowser } from "../lib/print.mjs";
import { stumbles } from "./stumbles.mjs";

const folder = resolve(process.argv[2] ?? fileURLToPath(new URL("../../../build/site", import.meta.url)));
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const widths = { phone: 390, desk: 1280 };
const schemes = ["light", "dark"];
const together = 2;

const pages = readdirSync(folder, { recursive: true })
  .filter((path) => path.endsWith(".html") && !path.startsWith("api/"))
  .sort();
if (pages.length === 0) throw new Error(`${folder} has no pages. Type: make site`);

const found = [];
const say = (page, where, what) => found.push(`${page} (${where}): ${what}`);

/** What axe finds on the page as it is now shown. */
async function barriers(tab) {
  const { violations } = await tab.evaluate((tags) => axe.run({ runOnly: tags, resultTypes: ["violations"] }), rules);
  return violations.map(({ id, nodes }) => `${id}, ${nodes.length} times, first at ${nodes[0].target.join(" ")}: ${nodes[0].failureSummary.replaceAll("\n", " ")}`);
}

async function look(tab, page) {
  let where = "loading";
  const heard = { requestfailed: (request) => say(page, where, `did not load: ${request.url()}`), pageerror: (error) => say(page, where, error.message) };
  for (const [event, listener] of Object.entries(heard)) tab.on(event, listener);
  await tab.setViewportSize({ width: widths.desk, height: 800 });
  await tab.goto(pathToFileURL(join(folder, page)).href);
  await tab.evaluate(() => document.fonts.ready.then(() => undefined));
  await tab.evaluate(axe);
  for (const [device, width] of Object.entries(widths)) {
    await tab.setViewportSize({ width, height: 800 });
    for (const colorScheme of schemes) {
      where = `${device}, ${colorScheme}`;
      await tab.emulateMedia({ colorScheme });
      // Sizes do not depend on colours.
      if (colorScheme === "light") for (const what of await tab.evaluate(stumbles)) say(page, where, what);
      for (const what of await barriers(tab)) say(page, where, what);
    }
  }
  for (const [event, listener] of Object.entries(heard)) tab.off(event, listener);
}

const browser = await startBrowser();
const waiting = [...pages];
await Promise.all(
  Array.from({ length: together }, async () => {
    const tab = await browser.newPage();
    for (let page = waiting.shift(); page !== undefined; page = waiting.shift()) await look(tab, page);
  }),
);
await browser.close();
for (const line of found) console.log(line);
console.log(`${pages.length} pages, ${found.length} things to stumble over`);
process.exit(found.length === 0 ? 0 : 1);
