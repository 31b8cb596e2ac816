// The parts that all pages share: the head, the bar at the top, and the scripts for search.

import { escaped } from "./code.mjs";
import { up } from "./paths.mjs";

const bar = [
  ["Labs", "labs/index.html", "pages"],
  ["Slides", "slides/index.html", "decks"],
  ["Results", "results.html", "pages"],
  ["Findings", "docs/findings/index.html", "pages"],
  ["Words", "docs/glossary.html", "pages"],
  ["Teach it", "docs/instructors.html", "pages"],
  ["How it works", "how-it-works.html", "pages"],
  ["API", "api/index.html", "api"],
];

/** Returns the bar for the page at `path`, with links to the parts that `site` has; pages of the API reference have it, too. */
export function top(site, path) {
  const root = up(path);
  const links = bar.filter(([, , part]) => site.parts[part]).map(([name, target]) => {
    const here = target === path || (target.endsWith("/index.html") && path.startsWith(target.slice(0, -"index.html".length)));
    return `<a href="${root}${target}"${here ? ' aria-current="page"' : ""}>${name}</a>`;
  });
  return `<header class="top">
<a class="name" href="${root}${site.parts.pages ? "index.html" : "slides/index.html"}">Kernelsmith</a>
<nav aria-label="Course">${links.join("\n")}</nav>
<form role="search"><label><span hidden>Search the course</span><input id="search" type="search" placeholder="Search" aria-label="Search the course" data-root="${root}" autocomplete="off"></label><ul class="found" aria-label="Found"></ul></form>
</header>`;
}

export const styles = (path) => `<link rel="stylesheet" href="${up(path)}style.css">`;
export const searchScripts = (path) => `<script src="${up(path)}search.js" defer></script>`;

/** Returns a whole page. `body` is the HTML below the bar, with its <main>. */
export function page({ site, path, title, body, scripts = [] }) {
  const root = up(path);
  const more = scripts.map((script) => `<script src="${root}${script}" defer></script>`).join("\n");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · Kernelsmith</title>
<link rel="icon" href="${root}icon.svg">
${styles(path)}
</head>
<body>
<a class="to-content" href="#content">To the content</a>
${top(site, path)}
${site.definitions}
${body}
${searchScripts(path)}
${more}
</body>
</html>
`;
}

/** Returns a page of text, next to a list of its sections if it has several, or next to `beside`. */
export function textPage({ html, sections = [], before = "", after = "", beside = "", ...rest }) {
  const list = sections.filter((section) => section.level === 2);
  const contents =
    list.length < 3 || beside
      ? ""
      : `<nav class="contents" aria-label="On this page"><ol>${list.map((s) => `<li><a href="#${s.anchor}">${s.html}</a></li>`).join("")}</ol></nav>`;
  const layout = beside ? " with-code" : contents ? " with-contents" : "";
  const body = `<main id="content" class="page${layout}">
<article class="text">
${before}${html}${after}
</article>
${contents}${beside}
</main>`;
  return page({ ...rest, body });
}
