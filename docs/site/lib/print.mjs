// Decks as PDF, printed by the machine's Chromium: the slides alone, and the slides with speaker notes.

import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Starts the machine's browser. */
export function startBrowser() {
  const executablePath = process.env.CHROMIUM ?? places.find((place) => existsSync(place));
  if (!executablePath) throw new Error("There is no Chromium here. Type: scripts/setup site");
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--allow-file-access-from-files"] });
}

/** Writes NAME.pdf and NAME.notes.pdf next to each of the pages `files`, which are decks. */
export async function printDecks(files) {
  const browser = await startBrowser();
  try {
    const tab = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    await tab.emulateMedia({ media: "print", colorScheme: "light" });
    for (const file of files) {
      const name = file.replace(/\.html$/, "");
      await tab.goto(pathToFileURL(file).href);
      await tab.evaluate(() => document.fonts.ready.then(() => undefined));
      await tab.pdf({ path: `${name}.pdf`, width: "1280px", height: "720px", printBackground: true });
      await tab.evaluate(() => document.body.classList.add("with-notes"));
      await tab.pdf({ path: `${name}.notes.pdf`, format: "A4", printBackground: true, margin: { top: "15mm", bottom: "15mm", left: "15mm", right: "15mm" } });
    }
  } finally {
    await browser.close();
  }
}
