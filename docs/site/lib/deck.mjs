// A deck: Markdown for Marp becomes slides and the notes that belong to them.
//
// A comment in a slide is a speaker note. Lines of code that are listed in braces after the language are marked as changed:
// ```cpp {3,5-6}. Slides of the class "solution" are left out if a course is handed out without its solutions.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Marp } from "@marp-team/marp-core";
import { colouredLines } from "./code.mjs";
import { fill } from "./figures.mjs";

/** Parses line numbers: "3,5-6" becomes {3, 5, 6}. */
function linesOf(text = "") {
  const numbers = new Set();
  for (const part of text.split(",").filter(Boolean)) {
    const [from, to = from] = part.split("-").map(Number);
    for (let line = from; line <= to; ++line) numbers.add(line);
  }
  return numbers;
}

function fence(tokens, index) {
  const { info, content } = tokens[index];
  const [, language = "", marked] = info.match(/^(\S*)\s*(?:\{([\d,-]+)\})?/) ?? [];
  const changed = linesOf(marked);
  const lines = colouredLines(content.trimEnd(), language);
  const html = lines.map((line, i) => (changed.has(i + 1) ? `<mark>${line || " "}</mark>` : line));
  return `<pre><code>${html.join("\n")}</code></pre>\n`;
}

function marp(root) {
  const engine = new Marp({ inlineSVG: false, html: true, script: false, math: false, emoji: { shortcode: false, unicode: false } });
  engine.themeSet.add(readFileSync(join(root, "slides/kernelsmith.css"), "utf8"));
  engine.markdown.renderer.rules.fence = fence;
  return engine;
}

/** Returns the title in a deck's front matter. */
const titleOf = (markdown) => markdown.match(/^title: "?(.*?)"?$/m)[1];

const anchor = /<a id="([^"]+)"><\/a>/;

/** Returns `markdown` as a deck: { title, slides: [{ html, notes: [paragraphs], anchor, heading, classes }] }. */
export function readDeck(root, markdown, { results, solutions = true }) {
  const { html, comments } = marp(root).render(fill(markdown, results), { htmlAsArray: true });
  const slides = html.map((slide, i) => ({
    html: slide,
    notes: comments[i],
    anchor: slide.match(anchor)?.[1] ?? `slide-${i + 1}`,
    heading: slide.match(/<h[12][^>]*>(.*?)<\/h[12]>/s)?.[1].replace(/<[^>]*>/g, "") ?? "",
    classes: (slide.match(/^<section[^>]* class="([^"]*)"/)?.[1] ?? "").split(" "),
  }));
  return { title: titleOf(markdown), slides: slides.filter((slide) => solutions || !slide.classes.includes("solution")) };
}
