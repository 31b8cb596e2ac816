// Checks that the targets of the site's links exist: pages, sections, lines of code, styles and scripts. In the API reference,
// whose anchors Doxygen generates, only the files are checked.

import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** Returns the anchors of a page. */
function placesOf(file, known) {
  if (!known.has(file)) known.set(file, new Set([...readFileSync(file, "utf8").matchAll(/ (?:id|name)="([^"]+)"/g)].map(([, name]) => name)));
  return known.get(file);
}

const decoded = (text) => decodeURIComponent(text.replaceAll("&amp;", "&"));

/** Returns a sentence for each broken link on the pages of `site`. */
export function deadLinks(site) {
  const known = new Map();
  const complaints = [];
  for (const page of [...site.pagesWritten, ...site.apiPages].sort()) {
    const file = join(site.output, page);
    const targets = new Set([...readFileSync(file, "utf8").matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, target]) => target));
    for (const target of targets) {
      if (/^[a-z]+:/.test(target) || target === "#") continue;
      const [path, place] = decoded(target).split("#");
      const to = path === "" ? file : join(dirname(file), path);
      if (!existsSync(to) || statSync(to).isDirectory()) complaints.push(`${page}: the link ${target} leads to no file of the site`);
      else if (place && to.endsWith(".html") && !site.apiPages.has(relative(site.output, to)) && !placesOf(to, known).has(place))
        complaints.push(`${page}: the link ${target} leads to a place that ${relative(site.output, to)} does not have`);
    }
  }
  return complaints;
}
