// The course as a site: which files become pages, and where a link to a file leads.

import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { definitions, listed } from "./pictures.mjs";
import { pageOf } from "./paths.mjs";
import { readResults } from "./results.mjs";
import { textsBelow } from "./texts.mjs";

/** Paths of texts about solutions, which students do not get. */
const aboutSolutions = [/^solutions(\/|$)/, /\/solution\.cu$/, /^docs\/adding_a_lab\.md$/];

/** Folders whose page is more than a list of files. */
const withOwnPage = new Set(["labs", "slides", "docs/findings"]);

/** Sorts decks: the opening deck first, and the closing deck last. */
const inOrderOfTeaching = (decks) => {
  const rank = (path) => (path.endsWith("/opening.md") ? 0 : path.endsWith("/closing.md") ? 2 : 1);
  return decks.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
};

export class Site {
  /** @param parts the parts to build: { decks, pages, pdf, api, solutions, solutionSlides }. Without solutions, texts about
   *               them are left out, too; slides about them depend on solutionSlides. */
  constructor(root, output, parts) {
    const { solutions } = parts;
    Object.assign(this, { root, output, parts, solutions });
    this.pagesWritten = new Set();
    this.apiPages = new Set();
    this.results = readResults(root);
    this.pictures = listed(root);
    this.drawn = new Map();
    this.code = new Set();
    this.data = new Set();
    this.folders = new Set();
    const texts = textsBelow(root).filter((path) => !this.isHidden(path));
    this.decks = inOrderOfTeaching(texts.filter((path) => path.startsWith("slides/")));
    this.texts = new Set(texts.filter((path) => !path.startsWith("slides/") && !path.startsWith("docs/site/pages/")));
    this.definitions = definitions(this.picture(`docs/pictures/${this.pictures[0].name}.svg`));
  }

  /** Returns whether the file or folder `path` is left out together with the solutions. */
  isHidden(path) {
    return !this.solutions && aboutSolutions.some((pattern) => pattern.test(path));
  }

  /** Returns whether `path` is a folder without a page other than a list of its files, or is inside the build folder. */
  isBareFolder(path) {
    const folder = join(this.root, path);
    if (/^build(\/|$)/.test(path)) return true;
    return existsSync(folder) && statSync(folder).isDirectory() && !withOwnPage.has(path) && !existsSync(join(folder, "README.md"));
  }

  read(path) {
    return readFileSync(join(this.root, path), "utf8");
  }

  write(path, text) {
    const file = join(this.output, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    if (path.endsWith(".html")) this.pagesWritten.add(path);
  }

  /** Draws plots from the current results; pictures of recorded runs are read from their files. */
  async drawPlots() {
    for (const { name } of this.pictures.filter((picture) => picture.kind === "plotted")) {
      const source = await import(join(this.root, "docs/pictures", `${name}.mjs`));
      this.drawn.set(`docs/pictures/${name}.svg`, String(source.draw({ results: this.results })));
    }
  }

  picture(path) {
    return this.drawn.get(path) ?? this.read(path);
  }

  /** Returns the page for the file or folder `path`; undefined if there is none. Every text, code file or folder that a page
   * links to gets a page: these sets grow while pages are written. */
  link(path) {
    if (this.isHidden(path)) return "not-handed-out.html";
    const file = join(this.root, path);
    if (!existsSync(file)) return undefined;
    if (statSync(file).isDirectory()) {
      if (existsSync(join(file, "README.md"))) return this.link(`${path}/README.md`);
      if (!withOwnPage.has(path)) this.folders.add(path);
      return `${path}/index.html`;
    }
    if (/\.jsonl?$/.test(path)) {
      this.data.add(path);
      return path;
    }
    if (!path.endsWith(".md")) this.code.add(path);
    else if (!path.startsWith("slides/")) this.texts.add(path);
    return pageOf(path);
  }
}
