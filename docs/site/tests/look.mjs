// Looks at one page in light and in dark, at the width of a phone and of a desk, and says what a reader would stumble over.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { stumbles } from "./stumbles.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const widths = { phone: 390, desk: 1280 };

/** A page's looks: at which width, and in which colours. */
export const looks = Object.keys(widths).flatMap((device) => ["light", "dark"].map((colorScheme) => ({ device, colorScheme })));

/** Two looks each, which together have both widths and both colours, as the other two do. */
export const pairs = [
  [looks[0], looks[3]],
  [looks[1], looks[2]],
];

/** What axe-core finds on the page as it is now shown. */
async function barriers(tab) {
  const { violations } = await tab.evaluate((tags) => axe.run({ runOnly: tags, resultTypes: ["violations"] }), rules);
  return violations.map(({ id, nodes }) => `${id}, ${nodes.length} times, first at ${nodes[0].target.join(" ")}: ${nodes[0].failureSummary.replaceAll("\n", " ")}`);
}

/** Opens `file` in `tab` and calls `say` with where and what, for each thing that is wrong. `use` does what a reader does first, and
 * `wanted` are the looks that count. */
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
    // Sizes do not depend on colours.
    if (!measured.has(device)) for (const what of await tab.evaluate(stumbles)) say(where, what);
    measured.add(device);
    for (const what of await barriers(tab)) say(where, what);
  }
  for (const [event, listener] of Object.entries(heard)) tab.off(event, listener);
}
