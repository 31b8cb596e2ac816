// A deck as a page: all slides in a column, each with its speaker notes.

import { posix } from "node:path";
import { withScrolledTables } from "./markdown.mjs";
import { inlined } from "./pictures.mjs";
import { page } from "./page.mjs";
import { between, pageOf } from "./paths.mjs";

const image = /<p>\s*<img src="([^"]+)" alt="([^"]*)"[^>]*>\s*<\/p>/g;

/** Returns a slide's HTML for the page: inline pictures, links to pages of the site, the first anchor on the slide itself. */
function slideHtml(slide, source, renderer, site) {
  const file = (path) => posix.normalize(posix.join(posix.dirname(source), path));
  return withScrolledTables(
    slide.html
      .replace(/^<section id="[^"]*"/, "<section")
      .replaceAll(/<p><a id="([^"]+)"><\/a><\/p>\n?/g, (_, name) => (name === slide.anchor ? "" : `<span class="place" id="${name}"></span>`))
      .replaceAll(/<(h[1-6]) id="[^"]*"/g, "<$1")
      .replaceAll("<pre>", '<pre tabindex="0">')
      .replaceAll(image, (_, src, alt) => {
        if (!alt) throw new Error(`${source}: the picture ${src} has no words for those who do not see it`);
        return `<figure class="picture" tabindex="0" role="group" aria-label="Picture">${inlined(site.picture(file(src)), alt)}</figure>`;
      })
      .replaceAll(/(?<!<pre[^>]*>)<code>([\w./#-]+)<\/code>/g, (whole, words) => renderer.linkedCode(words, source, whole))
      .replaceAll(/ href="([^"]+)"/g, (_, href) => ` href="${renderer.target(href, source)}"`),
  );
}

const paragraphs = (notes, renderer, source) => notes.map((note) => renderer.render(note, source).html).join("");

/** The page of the deck `source`, such as slides/04_shared_tiling.md. `related` are [words, page] of what belongs to it, `after` stands behind the last slide. */
export function deckPage({ site, deck, source, renderer, related, after = "" }) {
  const path = pageOf(source);
  const frames = deck.slides.map((slide, i) => {
    const notes = slide.notes.length === 0 ? "" : `<div class="notes">${paragraphs(slide.notes, renderer, source)}</div>`;
    const label = slide.heading || `Slide ${i + 1}`;
    return `<div class="frame" id="${slide.anchor}" role="group" aria-label="${i + 1} of ${deck.slides.length}: ${label}">
${slideHtml(slide, source, renderer, site)}${notes}
</div>`;
  });
  const name = posix.basename(path, ".html");
  const printed = site.parts.pdf ? `<a href="${name}.pdf">PDF</a> <a href="${name}.notes.pdf">PDF with notes</a>` : "";
  const body = `<main id="content" class="deck">
<div class="about no-print"><button id="present" type="button">Present (p)</button>
<span>Arrow keys: on and back. n: with notes or without.</span>
${printed}
${related.map(([words, target]) => `<a href="${between(path, target)}">${words}</a>`).join(" ")}</div>
${frames.join("\n")}
${after}</main>`;
  return page({ site, path, title: deck.title, body, scripts: ["deck.js"] });
}
