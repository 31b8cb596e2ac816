// A source file as a page, with an anchor for each line: lab.h.html#L12. And a folder as a list of its entries.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { colouredLines, escaped } from "./code.mjs";
import { textPage } from "./page.mjs";
import { pageOf } from "./paths.mjs";

const ending = (path) => path.match(/\.([a-z]+)$/)?.[1] ?? "";

/** Returns the lines of a file. `prefix` distinguishes their anchors from those of other files on the same page. */
export function listing(code, path, prefix = "L") {
  const lines = colouredLines(code.replace(/\n$/, ""), ending(path));
  const html = lines.map((line, i) => `<span class="line" id="${prefix}${i + 1}">${line || " "}</span>`).join("");
  return `<pre class="listing" tabindex="0" aria-label="${escaped(path)}"><code>${html}</code></pre>`;
}

export const codePage = (site, path) =>
  textPage({ site, path: pageOf(path), title: path, html: `<h1>${escaped(path)}</h1>\n${listing(site.read(path), path)}` });

/** Returns the name of a file in a list: the heading of a text, the file name of code. */
const nameIn = (site, path, name) => (name.endsWith(".md") && site.read(`${path}/${name}`).match(/^# (.+)$/m)?.[1]) || name;

export function folderPage(site, path) {
  const entries = readdirSync(join(site.root, path)).sort();
  const items = entries.flatMap((name) => {
    if (site.isBareFolder(`${path}/${name}`)) return [`<li>${escaped(name)}/</li>`];
    const target = site.link(`${path}/${name}`);
    return target === undefined ? [] : [`<li><a href="${target.slice(path.length + 1)}">${escaped(nameIn(site, path, name).replaceAll("`", ""))}</a></li>`];
  });
  return textPage({ site, path: `${path}/index.html`, title: path, html: `<h1>${escaped(path)}</h1>\n<ul>${items.join("\n")}</ul>` });
}
