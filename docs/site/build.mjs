// Builds the course's slides and pages: build/site/index.html opens from disk, without a server.
//
//   node docs/site/build.mjs slides    the decks, as HTML and PDF
//   node docs/site/build.mjs site      the pages, with the decks and the API reference
//     --without-solutions              for students; with --with-solution-slides the decks keep all slides
//     --without-pdf, --without-api     if the machine has no browser for printing, or no Doxygen
//     --output FOLDER                  instead of build/site
//     --root FOLDER                    the course to read, instead of the one that contains this file

import { existsSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { writeApi } from "./lib/api.mjs";
import { writeAssets } from "./lib/assets.mjs";
import { readDeck } from "./lib/deck.mjs";
import { deckPage } from "./lib/deck_page.mjs";
import { codePage, folderPage } from "./lib/code_page.mjs";
import { deadLinks } from "./lib/links.mjs";
import { Renderer } from "./lib/markdown.mjs";
import { textPage } from "./lib/page.mjs";
import { pageOf } from "./lib/paths.mjs";
import { printDecks } from "./lib/print.mjs";
import { entriesOfDeck, entriesOfText, searchScript } from "./lib/search_index.mjs";
import { Site } from "./lib/site.mjs";
import { panelOfDeck, panelOfText, wayOn } from "./pages/source_panel.mjs";
import { findingsPage } from "./pages/findings.mjs";
import { frontPage } from "./pages/front.mjs";
import { howItWorksPage } from "./pages/how_it_works.mjs";
import { labsPage } from "./pages/labs.mjs";
import { resultsPage } from "./pages/results.mjs";
import { slidesPage } from "./pages/slides.mjs";

const flag = { type: "boolean" };
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { "without-solutions": flag, "with-solution-slides": flag, "without-pdf": flag, "without-api": flag, output: { type: "string" }, root: { type: "string" } },
});
const pages = positionals.includes("site");
const root = resolve(values.root ?? fileURLToPath(new URL("../..", import.meta.url)));
const site = new Site(root, resolve(values.output ?? `${root}/build/site`), {
  decks: true,
  pages,
  pdf: !values["without-pdf"],
  api: pages && !values["without-api"],
  solutions: !values["without-solutions"],
  solutionSlides: !values["without-solutions"] || values["with-solution-slides"] === true,
});
await site.drawPlots();
const renderer = new Renderer(site);
const entries = [];

function writeDecks() {
  const decks = site.decks.map((source) => {
    const deck = readDeck(root, site.read(source), { results: site.results, solutions: site.parts.solutionSlides });
    const related = panelOfDeck(site, source);
    site.write(pageOf(source), deckPage({ site, deck, source, renderer, related, after: wayOn(site, source) }));
    entries.push(...entriesOfDeck(pageOf(source), deck));
    return { source, title: deck.title, count: deck.slides.length };
  });
  site.write("slides/index.html", slidesPage(site, decks));
}

function writeTexts(sources) {
  for (const source of sources) {
    const { html, sections, title } = renderer.render(site.read(source), source);
    const path = pageOf(source);
    const around = panelOfText(site, source);
    site.write(path, textPage({ site, path, title, html, sections, ...around }));
    entries.push(...entriesOfText(path, title, html));
  }
}

function writeOverviews() {
  site.write("index.html", frontPage(site, renderer));
  site.write("labs/index.html", labsPage(site));
  site.write("results.html", resultsPage(site));
  site.write("docs/findings/index.html", findingsPage(site));
  site.write("how-it-works.html", howItWorksPage(site, renderer));
  const html = "<h1>Not handed out</h1><p>This page is about a solution, and this copy of the course comes without them.</p>";
  if (!site.solutions) site.write("not-handed-out.html", textPage({ site, path: "not-handed-out.html", title: "Not handed out", html }));
}

/** Writes pages for the code and folders that other pages link to. A folder's page links to more code, folders and texts. */
function writeLinked() {
  for (const path of site.folders) site.write(`${path}/index.html`, folderPage(site, path));
  for (const path of site.code) site.write(pageOf(path), codePage(site, path));
  for (const path of site.data) site.write(path, site.read(path));
}

function fail(complaint) {
  console.error(complaint);
  process.exitCode = 1;
}

// Delete an earlier build: its pages that this build does not write would look current. A folder without a search index is not
// a build, and is kept.
if (pages && existsSync(join(site.output, "search-index.js"))) rmSync(site.output, { recursive: true });
writeAssets(site);
writeDecks();
if (pages) {
  writeOverviews();
  writeTexts(site.texts);
  const told = new Set(site.texts);
  if (site.parts.api) writeApi(site);
  writeLinked();
  writeTexts(new Set([...site.texts].filter((source) => !told.has(source))));
}
site.write("search-index.js", searchScript(entries));
if (site.parts.pdf) await printDecks(site.decks.map((source) => join(site.output, pageOf(source))));
if (pages) for (const complaint of deadLinks(site)) fail(complaint);
console.log(join(site.output, pages ? "index.html" : "slides/index.html"));
