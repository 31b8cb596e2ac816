// The API reference is Doxygen's; its pages get the course's bar, and links to the repository become links to the site. Else
// they are as Doxygen made them.

import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { searchScripts, top } from "./page.mjs";
import { between, up } from "./paths.mjs";

/** A link out of build/docs/html to a file of the repository, as docs/readme.sed.in makes it. */
const outward = / href="(?:\.\.\/)+\/([^"#]+)(#[^"]*)?"/g;

/** Copies build/docs/html, which the target `docs` makes. */
export function writeApi(site) {
  const made = join(site.root, "build/docs/html");
  if (!existsSync(join(made, "index.html"))) throw new Error("The API reference is not there. Type: make docs");
  const folder = join(site.output, "api");
  rmSync(folder, { recursive: true, force: true });
  cpSync(made, folder, { recursive: true });
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!name.endsWith(".html")) continue;
    const path = `api/${name}`;
    const file = join(folder, name);
    const html = readFileSync(file, "utf8").replaceAll(outward, (whole, target, anchor = "") => {
      const page = site.link(target.replace(/\/$/, ""));
      return page === undefined ? whole : ` href="${between(path, page)}${anchor}"`;
    });
    const head = `<link rel="stylesheet" href="${up(path)}api-bar.css">\n</head>`;
    site.apiPages.add(path);
    writeFileSync(file, html.replace("</head>", head).replace(/<body[^>]*>/, (body) => `${body}\n${top(site, path)}\n${searchScripts(path)}`));
  }
  site.write("api-bar.css", readFileSync(new URL("../style/api-bar.css", import.meta.url), "utf8"));
}
