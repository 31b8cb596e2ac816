// Markdown as a page of the site: links lead to pages of the site, pictures are inline, code is highlighted, and elements that
// are wider than a phone scroll horizontally.

import { posix } from "node:path";
import MarkdownIt from "markdown-it";
import anchors from "markdown-it-anchor";
import { coloured } from "./code.mjs";
import { fill } from "./figures.mjs";
import { between, pageOf } from "./paths.mjs";
import { inlined } from "./pictures.mjs";

/** Returns the anchor of a heading, in the form that GitHub generates. */
export const slug = (text) => text.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "").trim().replaceAll(" ", "-");

const scrolled = (html, label) => `<div class="scroll" tabindex="0" role="group" aria-label="${label}">${html}</div>`;

/** Puts each table of `html` into a box that scrolls horizontally. */
export const withScrolledTables = (html) => html.replaceAll(/<table>.*?<\/table>/gs, (table) => scrolled(table, "Table"));

export class Renderer {
  /**
   * @param site { root, results, solutions, link(path) }; link returns the site's page for a file of the repository and records
   *             that the page is needed; undefined if the site has no page for it
   */
  constructor(site) {
    this.site = site;
    const parser = new MarkdownIt({ html: true, linkify: false, highlight: (code, language) => coloured(code, language.split(" ")[0]) });
    parser.use(anchors, { slugify: slug, tabIndex: false });
    this.parser = parser;
    const { rules } = parser.renderer;
    parser.core.ruler.push("course-headings", (state) => this.nameLabs(state.tokens, state.Token));
    parser.core.ruler.push("course-links", (state) => this.turnLinks(state.tokens, state.env));
    rules.image = (tokens, index, _options, env) => this.picture(tokens[index].attrGet("src"), tokens[index].content, env);
    const fence = rules.fence;
    rules.fence = (...given) => fence(...given).replace("<pre>", '<pre tabindex="0">');
    const code = rules.code_inline;
    rules.code_inline = (tokens, index, options, env, self) => {
      const inLink = tokens.slice(0, index).reduce((depth, { type }) => depth + (type === "link_open") - (type === "link_close"), 0) > 0;
      const html = code(tokens, index, options, env, self);
      if (inLink) return html;
      const href = this.fileNamed(tokens[index].content, env.source);
      return href === undefined ? html : `<a href="${this.target(href, env.source, env.page)}">${html}</a>`;
    };
    rules.code_block = (tokens, index) => `<pre tabindex="0"><code>${parser.utils.escapeHtml(tokens[index].content)}</code></pre>\n`;
  }

  /** Returns the page's HTML, title and sections. `source` is the file's path in the repository, `page` its path in the site if
   * that differs. */
  render(markdown, source, page = pageOf(source)) {
    const env = { source, page };
    const text = fill(withoutMarkers(markdown, this.site.solutions), this.site.results);
    const tokens = this.parser.parse(text, env);
    const sections = sectionsOf(tokens, this.parser, env);
    const html = this.parser.renderer.render(tokens, this.parser.options, env);
    return { html: withScrolledTables(pictureParagraphs(html)), sections, title: sections[0]?.text ?? source };
  }

  /** Replaces a heading that is the name of a lab's folder, as in the glossary, by the lab's title. */
  nameLabs(tokens, Token) {
    for (let i = 0; i + 1 < tokens.length; ++i) {
      const title = tokens[i].type === "heading_open" && this.site.results.manifests?.[tokens[i + 1].content]?.title;
      if (!title) continue;
      const words = new Token("text", "", 0);
      words.content = `Lab ${tokens[i + 1].content.slice(0, 2)}: ${title}`;
      tokens[i + 1].children = [words];
    }
  }

  turnLinks(tokens, env) {
    for (const token of tokens) {
      if (token.type === "link_open") token.attrSet("href", this.target(token.attrGet("href"), env.source, env.page));
      if (token.children) this.turnLinks(token.children, env);
    }
  }

  /** Returns the target of a link in the file `source`, relative to its page in the site. */
  target(href, source, from = pageOf(source)) {
    if (/^[a-z]+:/.test(href) || href.startsWith("#")) return href;
    const [path, anchor] = href.split("#");
    const file = posix.normalize(posix.join(posix.dirname(source), path)).replace(/\/$/, "");
    const page = this.site.link(file);
    if (page === undefined) throw new Error(`${source}: the link ${href} leads to nothing in the site`);
    // The page that replaces texts about solutions has none of their sections.
    return between(from, page) + (anchor && page !== "not-handed-out.html" ? `#${anchor}` : "");
  }

  /** Returns the link from the text `source` to the file, or folder with its own page, that `words` name, such as
   * `slides/01_occupancy.md#banks` or `lab.h`; undefined if they name none. */
  fileNamed(words, source) {
    const [path, anchor] = words.split("#");
    if (!/^[\w.-]+\/[\w./-]*[\w/]$|^lab\.h$/.test(path)) return undefined;
    const lab = source.match(/(?:^|\/)(\d\d_\w+)/)?.[1];
    for (const folder of ["", posix.dirname(source), lab && `labs/${lab}`]) {
      if (folder === undefined) continue;
      const file = posix.join(folder, path).replace(/\/$/, "");
      if (file.startsWith("..") || this.site.isBareFolder(file)) continue;
      const page = this.site.link(file);
      if (page !== undefined && page !== "not-handed-out.html") return posix.relative(posix.dirname(source), file) + (anchor ? `#${anchor}` : "");
    }
    return undefined;
  }

  /** Returns `html`, inline code in the deck `source`, as a link if its text `words` names a file. */
  linkedCode(words, source, html) {
    const href = this.site.parts?.pages ? this.fileNamed(words, source) : undefined;
    return href === undefined ? html : `<a href="${href}">${html}</a>`;
  }

  /** Returns the picture `src` of a text as inline SVG. */
  picture(src, alt, { source }) {
    const file = posix.normalize(posix.join(posix.dirname(source), src));
    if (!alt) throw new Error(`${source}: the picture ${src} has no words for those who do not see it`);
    return inlined(this.site.picture(file), alt);
  }
}

// A paragraph that contains only a picture becomes a figure.
const pictureParagraphs = (html) =>
  html.replaceAll(/<p>(<svg .*?<\/svg>)<\/p>/gs, '<figure class="scroll" tabindex="0" role="group" aria-label="Picture">$1</figure>');

// Removes text about solutions, which is between markers, if it is not handed out; removes the markers and those of generated parts.
function withoutMarkers(markdown, solutions) {
  const hidden = /^<!-- not handed out -->\n(.*?)^<!-- end not handed out -->\n/gms;
  const told = solutions ? markdown.replace(hidden, "$1") : markdown.replace(hidden, "");
  return told.replaceAll(/^<!--.*?-->\n/gms, "");
}

function sectionsOf(tokens, parser, env) {
  return tokens.flatMap((token, i) => {
    if (token.type !== "heading_open") return [];
    const inline = tokens[i + 1];
    const text = inline.children.filter((child) => child.type === "text" || child.type === "code_inline").map((child) => child.content).join("");
    return [{ level: Number(token.tag.slice(1)), anchor: token.attrGet("id"), text, html: parser.renderer.renderInline(inline.children.filter((child) => !child.type.startsWith("link")), parser.options, env) }];
  });
}
