// The course's pictures: the list in docs/pictures.toml, and their conversion to inline SVG.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";

/** Returns all pictures in the order of the list: { name, kind, teaches, command }. */
export const listed = (root) => parse(readFileSync(join(root, "docs/pictures.toml"), "utf8")).picture;

// A page has one style and one set of patterns for all its pictures, so those of each picture are removed.
const own = [/<style>.*?<\/style>\n?/s, /<defs>.*?<\/defs>\n?/s];

/** Returns `svg` for use inside a page. `alt` is the text for screen readers. */
export function inlined(svg, alt) {
  const bare = own.reduce((text, part) => text.replace(part, ""), svg).replace(/<title>.*?<\/title>\n?<desc>.*?<\/desc>\n?/s, "");
  return bare.trim().replace("<svg ", `<svg aria-label="${alt.replaceAll('"', "&quot;")}" `).replaceAll(/\n+/g, "\n");
}

/** Returns the patterns for all pictures of a page. They have the role of a picture, because its colours depend on it. */
export const definitions = (svg) => `<svg class="definitions" role="img" aria-hidden="true" width="0" height="0">${svg.match(own[1])[0].trim()}</svg>`;
