// One deck printed as PDF has a page for each slide. SITE names the folder with the pages; build/site without it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { printDecks } from "../lib/print.mjs";

const folder = process.env.SITE ?? fileURLToPath(new URL("../../../build/site", import.meta.url));

test("a printed deck has a page for each slide, with its notes and without", async () => {
  const deck = join(folder, "slides/opening");
  await printDecks([`${deck}.html`]);
  const slides = readFileSync(`${deck}.html`, "utf8").match(/class="frame\b/g).length;
  for (const printed of [`${deck}.pdf`, `${deck}.notes.pdf`]) assert.equal(readFileSync(printed, "latin1").match(/\/Type \/Page\n/g)?.length, slides, printed);
});
