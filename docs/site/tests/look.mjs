// Looks at one page in light and in dark, at the width of a phone and of a desk, and says what a reader would stumble over.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { stumbles } from "./stumbles.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const widths = { phone: 390, desk: 1280 };
const schemes = ["light", "dark"];

/** What axe-core finds on the page as it is now shown. */
async function barriers(tab) {
  const { violations } = await tab.evaluate((tags) => axe.run({ runOnly: tags, resultTypes: ["violations"] }), rules);
  return violations.map(({ id, nodes }) => `${id}, ${nodes.length} times, first at ${nodes[0].target.join(" ")}: ${nodes[0].failureSummary.replaceAll("\n", " ")}`);
}

/** Opens `file` in `tab` and calls `say` with where and what, for each thing that is wrong. `use` does what a reader does first. */
export async function lookAt(tab, file, say, use = () => undefined) {
  let where = "loading";
  const heard = { requestfailed: (request) => say(where, `did not load: ${request.url()}`), pageerror: (error) => say(where, error.message) };
  for (const [event, listener] of Object.entries(heard)) tab.on(event, listener);
  await tab.setViewportSize({ width: widths.desk, height: 800 });
  await tab.goto(pathToFileURL(file).href);
  await tab.evaluate(() => document.fonts.ready.then(() => undefined));
  await use(tab);
  await tab.evaluate(axe);
  for (const [device, width] of Object.entries(widths)) {
    await tab.setViewportSize({ width, height: 800 });
    for (const colorScheme of schemes) {
      where = `${device}, ${colorScheme}`;
      await tab.emulateMedia({ colorScheme });
      // Sizes do not depend on colours.
      if (colorScheme === "light") for (const what of await tab.evaluate(stumbles)) say(where, what);
      for (const what of await barriers(tab)) say(where, what);
    }
  }
  for (const [event, listener] of Object.entries(heard)) tab.off(event, listener);
}
