// Every page of the site in a browser. A page is shown two looks: light at the width of a phone and dark at that of a desk, and the
// next page the other way round. Pages of code are all made alike, and so are findings and variants: each of those is shown one
// of these four looks, in turn. It says each thing that a reader would stumble over, and ends with 1 where there is one:
// something does not load, a script fails, a page is wider than its window, something leaves its slide, a picture is empty or
// has words under 12 pixels or outside of it, or axe-core finds something against WCAG 2.2 AA.
//
//   node docs/site/tests/browser.mjs [FOLDER]      build/site without one; not Doxygen's pages

import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { startBrowser } from "../lib/print.mjs";
import { lookAt, looks } from "./look.mjs";

const folder = resolve(process.argv[2] ?? fileURLToPath(new URL("../../../build/site", import.meta.url)));
const together = 2;

const pages = readdirSync(folder, { recursive: true })
  .filter((path) => path.endsWith(".html") && !path.startsWith("api/"))
  .sort();
if (pages.length === 0) throw new Error(`${folder} has no pages. Type: make site`);

const hasSisters = (page) => /\.\w+\.html$|^docs\/(findings|results\/variants)\//.test(page);
const [phoneLight, phoneDark, deskLight, deskDark] = looks;
const pairs = [[phoneLight, deskDark], [phoneDark, deskLight]];
const turn = { sister: 0, other: 0 };
const looksFor = (page) => (hasSisters(page) ? [looks[turn.sister++ % looks.length]] : pairs[turn.other++ % pairs.length]);

const found = [];
const browser = await startBrowser();
const waiting = [...pages];
await Promise.all(
  Array.from({ length: together }, async () => {
    const tab = await browser.newPage();
    for (let page = waiting.shift(); page !== undefined; page = waiting.shift())
      await lookAt(tab, join(folder, page), (where, what) => found.push(`${page} (${where}): ${what}`), { wanted: looksFor(page) });
  }),
);
await browser.close();
for (const line of found) console.log(line);
console.log(`${pages.length} pages, ${found.length} things to stumble over`);
process.exit(found.length === 0 ? 0 : 1);
