// A page with links to the texts about the course's own programs.

import { textPage } from "../lib/page.mjs";

const source = "docs/site/pages/how_it_works.md";

export function howItWorksPage(site, renderer) {
  const { html, sections, title } = renderer.render(site.read(source), source, "how-it-works.html");
  return textPage({ site, path: "how-it-works.html", title, html, sections });
}
