// Content before, after and next to a text: links to the other parts of its lab, and the code that notes are about.

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { escaped } from "../lib/code.mjs";
import { listing } from "../lib/code_page.mjs";
import { between, pageOf } from "../lib/paths.mjs";
import { nextOf } from "../lib/way.mjs";

const labOf = (source) => source.match(/(?:^|\/)(\d\d_\w+)/)?.[1];

/** Returns links to the other parts of a lab, for the page of `source`. */
function links(site, source, id) {
  const parts = [
    ["Hand-out", `labs/${id}/README.md`],
    ["Slides", `slides/${id}.md`],
    ["In Nsight Compute", `docs/nsight/${id}.md`],
    ["Solution and notes", `solutions/${id}/NOTES.md`],
  ];
  return parts.flatMap(([words, path]) => {
    if (path === source || !existsSync(join(site.root, path))) return [];
    const target = site.link(path);
    return target === "not-handed-out.html" ? [] : [[words, target]];
  });
}

/** Returns the parts of the lab of the deck `source`, as [words, page]; empty for decks without a lab. */
export const panelOfDeck = (site, source) => (site.parts.pages && labOf(source) ? links(site, source, labOf(source)) : []);

// Returns the code of a solution and of each rung, to be opened next to the solution's notes.
function codeOfSolution(site, id) {
  const ladder = join(site.root, "solutions", id, "ladder");
  const rungs = existsSync(ladder) ? readdirSync(ladder).filter((name) => name.endsWith(".cu")) : [];
  rungs.sort((a, b) => parseInt(a, 10) - parseInt(b, 10));
  const files = ["student.cu", ...rungs.map((name) => `ladder/${name}`)];
  const details = files.map((name, i) => {
    const path = `solutions/${id}/${name}`;
    site.link(path);
    return `<details${i === 0 ? " open" : ""}><summary><code>${escaped(name)}</code></summary>${listing(site.read(path), path, `F${i}L`)}</details>`;
  });
  return `<div class="code-of-solution text" role="group" aria-labelledby="the-code"><h2 id="the-code">The code</h2>${details.join("\n")}</div>`;
}

/** Returns the link to the text after the text or deck `source`, for its page. */
export function wayOn(site, source) {
  const next = site.parts.pages ? nextOf(site, source) : undefined;
  return next ? `<p class="beside-text way-on no-print">Next: <a href="${between(pageOf(source), next.page)}">${next.words}</a></p>` : "";
}

/** Returns the content before, after and next to the text `source`. */
export function panelOfText(site, source) {
  const id = labOf(source);
  if (!id || !site.results.ids.includes(id)) return {};
  const from = pageOf(source);
  const before = links(site, source, id).map(([words, target]) => `<a href="${between(from, target)}">${words}</a>`);
  return {
    before: `<p class="beside-text no-print">Lab ${id.slice(0, 2)}: ${before.join(" · ")}</p>`,
    after: wayOn(site, source),
    beside: source.endsWith("/NOTES.md") ? codeOfSolution(site, id) : "",
  };
}
