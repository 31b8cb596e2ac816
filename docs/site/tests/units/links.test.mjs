import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import test from "node:test";
import { deadLinks } from "../../lib/links.mjs";

/** Returns the reports about a site of these pages; those below api/ belong to the API reference. */
function said(pages) {
  const output = mkdtempSync(join(tmpdir(), "links-"));
  try {
    for (const [path, text] of Object.entries(pages)) {
      mkdirSync(dirname(join(output, path)), { recursive: true });
      writeFileSync(join(output, path), text);
    }
    const html = Object.keys(pages).filter((path) => path.endsWith(".html"));
    const api = new Set(html.filter((path) => path.startsWith("api/")));
    return deadLinks({ output, pagesWritten: new Set(html.filter((path) => !api.has(path))), apiPages: api });
  } finally {
    rmSync(output, { recursive: true });
  }
}

const page = '<h2 id="here">Here</h2><span class="line" id="L3"></span>';

test("links to pages, places, lines of code and other sites are well", () =>
  assert.deepEqual(said({ "a.html": '<a href="b/c.html#here"></a><a href="b/c.html#L3"></a><a href="https://example.org/x"></a><a href="#x"></a><i id="x"></i>', "b/c.html": page }), []));
test("a link to no page is told, with where it stands", () =>
  assert.deepEqual(said({ "a.html": '<a href="b/none.html"></a>' }), ["a.html: the link b/none.html leads to no file of the site"]));
test("so are a style and a script that are not there", () => assert.equal(said({ "a.html": '<link href="x.css"><script src="y.js"></script>' }).length, 2));
test("a link to a folder is one to no page", () => assert.equal(said({ "a.html": '<a href="b"></a>', "b/c.html": page }).length, 1));
test("a link to a place that its page does not have is told", () =>
  assert.deepEqual(said({ "a.html": '<a href="c.html#L4"></a>', "c.html": page }), ["a.html: the link c.html#L4 leads to a place that c.html does not have"]));
test("of the API reference only files are looked for", () =>
  assert.deepEqual(said({ "api/a.html": '<a href="b.html#none"></a><a href="gone.html"></a>', "api/b.html": page }), ["api/a.html: the link gone.html leads to no file of the site"]));
