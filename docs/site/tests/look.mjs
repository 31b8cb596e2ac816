// Renders one page in light and in dark, at the width of a phone and of a desktop, and reports faults that a reader would notice.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { stumbles } from "./stumbles.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const widths = { phone: 390, desk: 1280 };

/** The settings in which a page is rendered: width and colour scheme. */
export const looks = Object.keys(widths).flatMap((device) => ["light", "dark"].map((colorScheme) => ({ device, colorScheme })));

/** Two pairs of settings; each pair has both widths and both colour schemes. */
export const pairs = [
  [looks[0], looks[3]],
  [looks[1], looks[2]],
];

/** Returns the violations that axe-core reports for the page in its current state. */
async function barriers(tab) {
  const { violations } = await tab.evaluate((tags) => axe.run({ runOnly: tags, resultTypes: ["violations"] }), rules);
  return violations.map(({ id, nodes }) => `${id}, ${nodes.length} times, first at ${nodes[0].target.join(" ")}: ${nodes[0].failureSummary.replaceAll("\n", " ")}`);
}

/** Opens `file` in `tab` and calls `say` with location and fault, for each fault. `use` performs the reader's actions before the
 * checks, and `wanted` are the settings to check. */
export async function lookAt(tab, file, say, { use = () => undefined, wanted = looks } = {}) {
  let where = "loading";
  const heard = { requestfailed: (request) => say(where, `did not load: ${request.url()}`), pageerror: (error) => say(where, error.message) };
  for (const [event, listener] of Object.entries(heard)) tab.on(event, listener);
  await tab.setViewportSize({ width: widths.desk, height: 800 });
  await tab.goto(pathToFileURL(file).href);
  await tab.evaluate(() => document.fonts.ready.then(() => undefined));
  await use(tab);
  await tab.evaluate(axe);
  const measured = new Set();
  for (const { device, colorScheme } of wanted) {
    where = `${device}, ${colorScheme}`;
    await tab.setViewportSize({ width: widths[device], height: 800 });
    await tab.emulateMedia({ colorScheme });
    // Sizes do not depend on the colour scheme.
    if (!measured.has(device)) for (const what of await tab.evaluate(stumbles)) say(where, what);
    measured.add(device);
    for (const what of await barriers(tab)) say(where, what);
  }
  for (const [event, listener] of Object.entries(heard)) tab.off(event, listener);
}
