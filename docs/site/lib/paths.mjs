// Paths of the site's pages: that of the file in the repository, as HTML. `labs/04_shared_tiling/README.md` becomes
// labs/04_shared_tiling/index.html, `slides/closing.md` slides/closing.html, and a file of code keeps its name:
// labs/04_shared_tiling/lab.h.html.

import { posix } from "node:path";

export function pageOf(path) {
  if (path === "README.md") return "overview.html";
  if (/(^|\/)README\.md$/.test(path)) return path.replace(/README\.md$/, "index.html");
  return path.endsWith(".md") ? path.replace(/\.md$/, ".html") : `${path}.html`;
}

/** Returns the relative link from one page of the site to another. */
export const between = (from, to) => posix.relative(posix.dirname(from), to) || posix.basename(to);

/** Returns the relative path from a page to the site's root: "", "../" or "../../". */
export const up = (page) => "../".repeat(page.split("/").length - 1);
