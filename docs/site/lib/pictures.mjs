// The course's pictures: what docs/pictures.toml lists, and how one comes into a page.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";

/** All pictures in the order of the list: { name, kind, teaches, command }. */
export const listed = (root) => parse(readFileSync(join(root, "docs/pictures.toml"), "utf8")).picture;

// A page has one style and one set of patterns for all its pictures, so that a picture's own are taken out.
const own = [/<style>.*?<\/style>\n?/s, /<defs>.*?<\/defs>\n?/s];

/** `svg` for the inside of a page. `alt` is what a screen reader says. */
export function inlined(svg, alt) {
  const bare = own.reduce((text, part) => text.replace(part, ""), svg).replace(/<title>.*?<\/title>\n?<desc>.*?<\/desc>\n?/s, "");
  return bare.trim().replace("<svg ", `<svg aria-label="${alt.replaceAll('"', "&quot;")}" `).replaceAll(/\n+/g, "\n");
}

/** The patterns of all pictures of a page, to stand in it once. They have a picture's role, which its colours hang on. */
export const definitions = (svg) => `<svg class="definitions" role="img" aria-hidden="true" width="0" height="0">${svg.match(own[1])[0].trim()}</svg>`;
