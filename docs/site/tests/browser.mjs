// The pages of the site in a browser. Each page is shown with one of four looks in turn: light and dark, at the width of a phone and of a
// desktop. Pages of code, of findings and of variants are generated alike, so one in 64 of them is shown; pages of plain text, one in
// six. With --all every page is shown: generated ones with one look, others with two. The test prints each fault that a reader would notice, and
// exits with 1 if there is one: something does not load, a script fails, a page is wider than its window, something leaves its slide,
// a picture is empty or has words under 12 pixels or outside of it, or axe-core finds a violation of WCAG 2.2 AA.
//
//   node docs/site/tests/browser.mjs [--all] [FOLDER]      default: build/site; Doxygen's pages are not shown

import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { startBrowser } from "../lib/print.mjs";
import { lookAt, looks, pairs } from "./look.mjs";

const all = process.argv.includes("--all");
const folder = resolve(process.argv.slice(2).find((argument) => argument !== "--all") ?? fileURLToPath(new URL("../../../build/site", import.meta.url)));
const together = 2;
const oneIn = { generated: 64, text: 6, other: 1 };

const pages = readdirSync(folder, { recursive: true })
  .filter((path) => path.endsWith(".html") && !path.startsWith("api/"))
  .sort();
if (pages.length === 0) throw new Error(`${folder} has no pages. Type: make site`);

const kindOf = (page) => (/\.\w+\.html$|^docs\/(findings|results\/variants)\//.test(page) ? "generated" : /^(docs|simulator|grader)\//.test(page) ? "text" : "other");
const turn = { generated: 0, text: 0, other: 0 };

/** The looks with which `page` is shown; empty: it is not. */
function looksFor(page) {
  const kind = kindOf(page);
  const number = turn[kind]++;
  if (all) return kind === "generated" ? [looks[number % looks.length]] : pairs[number % pairs.length];
  return number % oneIn[kind] === 0 ? [looks[(number / oneIn[kind]) % looks.length]] : [];
}

const shown = pages.map((page) => ({ page, wanted: looksFor(page) })).filter(({ wanted }) => wanted.length > 0);
const found = [];
const browser = await startBrowser();
const waiting = [...shown];
await Promise.all(
  Array.from({ length: together }, async () => {
    const tab = await browser.newPage();
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { page, wanted } = next;
      await lookAt(tab, join(folder, page), (where, what) => found.push(`${page} (${where}): ${what}`), { wanted });
    }
  }),
);
await browser.close();
for (const line of found) console.log(line);
console.log(`${shown.length} of ${pages.length} pages, ${found.length} faults`);
process.exit(found.length === 0 ? 0 : 1);
