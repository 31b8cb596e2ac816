// The front page: the course in a few sentences, where to begin, and the labs.

import { page } from "../lib/page.mjs";
import { cards } from "./labs.mjs";

const source = "docs/site/pages/front.md";

export function frontPage(site, renderer) {
  const { html } = renderer.render(site.read(source), source, "index.html");
  const { measured } = site.results;
  const body = `<main id="content" class="page front">
<article class="text">
${html}
${cards(site, "")}
<p><a href="results.html">All that was measured on an ${measured.device}</a></p>
</article>
</main>`;
  return page({ site, path: "index.html", title: "Learn to make CUDA code fast", body });
}
