// Markdown as a page of the site: links lead to pages of the site, pictures stand in the page itself, code has colours, and
// what is wider than a phone is moved sideways.

import { posix } from "node:path";
import MarkdownIt from "markdown-it";
import anchors from "markdown-it-anchor";
import { coloured } from "./code.mjs";
import { fill } from "./figures.mjs";
import { between, pageOf } from "./paths.mjs";
import { inlined } from "./pictures.mjs";

/** The name that a heading has in a link, as the places where repositories are read make it. */
export const slug = (text) => text.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "").trim().replaceAll(" ", "-");

const scrolled = (html, label) => `<div class="scroll" tabindex="0" role="group" aria-label="${label}">${html}</div>`;

/** A table of `html` in a box of its own, which can be moved sideways. */
export const withScrolledTables = (html) => html.replaceAll(/<table>.*?<\/table>/gs, (table) => scrolled(table, "Table"));

export class Renderer {
  /**
   * @param site { root, results, solutions, link(path) } where link says what page of the site a file of the repository is, and
   *             notes that it is needed; undefined: no page of the site
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

  /** The page's HTML, its title and its sections. `source` is the file's path in the repository, `page` its place in the
   * site where that is another one. */
  render(markdown, source, page = pageOf(source)) {
    const env = { source, page };
    const text = fill(withoutMarkers(markdown, this.site.solutions), this.site.results);
    const tokens = this.parser.parse(text, env);
    const sections = sectionsOf(tokens, this.parser, env);
    const html = this.parser.renderer.render(tokens, this.parser.options, env);
    return { html: withScrolledTables(pictureParagraphs(html)), sections, title: sections[0]?.text ?? source };
  }

  /** A heading that is a lab's folder, as in the glossary, becomes its title. */
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

  /** Where a link of the file `source` leads in the site, seen from its page. */
  target(href, source, from = pageOf(source)) {
    if (/^[a-z]+:/.test(href) || href.startsWith("#")) return href;
    const [path, anchor] = href.split("#");
    const file = posix.normalize(posix.join(posix.dirname(source), path)).replace(/\/$/, "");
    const page = this.site.link(file);
    if (page === undefined) throw new Error(`${source}: the link ${href} leads to nothing in the site`);
    // The page in the place of what is not handed out has none of its sections.
    return between(from, page) + (anchor && page !== "not-handed-out.html" ? `#${anchor}` : "");
  }

  /** The link that leads from the text `source` to the file, or the folder with a page of its own, that `words` name, such as `slides/01_occupancy.md#banks` or `lab.h`;
   * undefined where they name none. */
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

  /** `html`, a piece of code on the slide of the deck `source`, as a link where `words`, what it says, name a file. */
  linkedCode(words, source, html) {
    const href = this.site.parts?.pages ? this.fileNamed(words, source) : undefined;
    return href === undefined ? html : `<a href="${href}">${html}</a>`;
  }

  /** The picture `src` of a text, for the inside of its page. */
  picture(src, alt, { source }) {
    const file = posix.normalize(posix.join(posix.dirname(source), src));
    if (!alt) throw new Error(`${source}: the picture ${src} has no words for those who do not see it`);
    return inlined(this.site.picture(file), alt);
  }
}

// A picture stands in a paragraph of its own, which becomes a figure.
const pictureParagraphs = (html) =>
  html.replaceAll(/<p>(<svg .*?<\/svg>)<\/p>/gs, '<figure class="scroll" tabindex="0" role="group" aria-label="Picture">$1</figure>');

// What stands between the markers is about solutions. The markers themselves, as those of generated parts, are no text.
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
