// The list of decks.

import { textPage } from "../lib/page.mjs";
import { between, pageOf } from "../lib/paths.mjs";

/** Returns the page; `decks` are { source, title, count } in the order of teaching. */
export function slidesPage(site, decks) {
  const rows = decks.map(({ source, title, count }) => {
    const name = between("slides/index.html", pageOf(source)).replace(/\.html$/, "");
    const printed = `<td><a href="${name}.pdf" aria-label="${title}: PDF">PDF</a></td><td><a href="${name}.notes.pdf" aria-label="${title}: PDF with notes">with notes</a></td>`;
    return `<tr><td><a href="${name}.html">${title}</a></td><td>${count}</td>${site.parts.pdf ? printed : ""}</tr>`;
  });
  const html = `<h1>Slides</h1>
<p>One deck opens the course, one belongs to each lab, and one closes the course. Below each slide stands what a teacher would say.
In a deck, <kbd>p</kbd> shows it to an audience, and the arrow keys go on and back.</p>
<div class="scroll" tabindex="0" role="group" aria-label="Table"><table><thead><tr><th>deck</th><th>slides</th>${site.parts.pdf ? "<th>PDF</th><th>with notes</th>" : ""}</tr></thead><tbody>
${rows.join("\n")}
</tbody></table></div>`;
  return textPage({ site, path: "slides/index.html", title: "Slides", html });
}
