// The search index: an entry per section of a page, and per slide of a deck.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import MiniSearch from "minisearch";

const options = { fields: ["title", "text"], storeFields: ["title", "page", "weight"] };

/** Weights that rank texts for students before texts for maintainers. */
const weights = [
  [/^(labs|slides|docs\/findings|docs\/glossary|docs\/nsight|index|overview)/, 3],
  [/^(solutions|docs\/counters)/, 1],
  [/./, 0.3],
];
const weightOf = (path) => weights.find(([pattern]) => pattern.test(path))[1];

const entities = { "&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"' };
const plain = (html) =>
  html
    .replaceAll(/<svg.*?<\/svg>/gs, " ")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/&(lt|gt|amp|quot);/g, (entity) => entities[entity])
    .replaceAll(/\s+/g, " ")
    .trim();

/** Returns the entries of a page of text: one per heading, with the text below it. */
export function entriesOfText(path, title, html) {
  const parts = html.split(/(?=<h[123] id=")/);
  return parts.map((part) => {
    const [, anchor, heading] = part.match(/^<h[123] id="([^"]*)"[^>]*>(.*?)<\/h[123]>/s) ?? [];
    return { id: anchor ? `${path}#${anchor}` : path, title: plain(heading ?? title), page: title, text: plain(part), weight: weightOf(path) };
  });
}

/** Returns the entries of a deck: one per slide, with its notes. */
export const entriesOfDeck = (path, deck) =>
  deck.slides.map((slide) => ({
    id: `${path}#${slide.anchor}`,
    title: plain(slide.heading || deck.title),
    page: `${deck.title} (slides)`,
    text: plain(`${slide.html} ${slide.notes.join(" ")}`),
    weight: weightOf(path),
  }));

/** Returns a script with the search program and the index. */
export function searchScript(entries) {
  const index = new MiniSearch(options);
  const once = new Map(entries.map((entry) => [entry.id, entry]));
  index.addAll([...once.values()]);
  const program = readFileSync(createRequire(import.meta.url).resolve("minisearch").replace(/dist\/.*$/, "dist/umd/index.js"), "utf8");
  const data = JSON.stringify({ options, data: index.toJSON() });
  return `${program.replace(/\n\/\/# sourceMappingURL.*$/m, "")}\nwindow.searchIndex = ${data};\n`;
}
