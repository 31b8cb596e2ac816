import assert from "node:assert/strict";
import test from "node:test";
import { Renderer } from "../../lib/markdown.mjs";
import { between, pageOf, up } from "../../lib/paths.mjs";

const site = (solutions) => ({
  solutions,
  results: { manifests: { "04_tiles": { title: "Tiles" } } },
  isBareFolder: () => false,
  picture: () => '<svg role="img"><title>t</title>\n<desc>d</desc>\n<style>\nx</style>\n<defs>y</defs>\n<rect/>\n</svg>\n',
  link: (path) => (/hidden/.test(path) ? "not-handed-out.html" : /missing|^a\/b$|labs\/01_x\/(slides|missing|a)\b|^lab\.h$/.test(path) ? undefined : pageOf(path)),
});
const render = (markdown, { solutions = true, source = "labs/01_x/README.md" } = {}) => new Renderer(site(solutions)).render(markdown, source);

test("files have their places", () => {
  assert.equal(pageOf("labs/01_x/README.md"), "labs/01_x/index.html");
  assert.equal(pageOf("docs/glossary.md"), "docs/glossary.html");
  assert.equal(pageOf("labs/01_x/lab.h"), "labs/01_x/lab.h.html");
  assert.equal(between("labs/01_x/index.html", "docs/a.html"), "../../docs/a.html");
  assert.equal(between("docs/a.html", "docs/a.html"), "a.html");
  assert.equal(up("docs/a.html"), "../");
});
test("links to files lead to their pages, with their anchors", () => {
  assert.match(render("[x](../../docs/glossary.md#warp)").html, /href="..\/..\/docs\/glossary.html#warp"/);
  assert.match(render("[x](lab.h)").html, /href="lab.h.html"/);
  assert.match(render("[x](https://example.org/a.md) [y](#here)").html, /href="https:\/\/example.org\/a.md".*href="#here"/);
});
test("a link to a section of a file that is not handed out leads to the page in its place", () =>
  assert.match(render("[x](../../docs/hidden.md#section)").html, /href="..\/..\/not-handed-out.html"/));
test("a link that leads to nothing is an error that names the file", () =>
  assert.throws(() => render("[x](../../missing.md)"), /labs\/01_x\/README.md: the link ..\/..\/missing.md/));
test("a picture stands in the page, with its words and without its own style", () => {
  const { html } = render("![What is seen](x.svg)");
  assert.match(html, /<figure.*<svg aria-label="What is seen" role="img">\n?<rect\/>\n<\/svg><\/figure>/s);
});
test("a picture without words is an error", () => assert.throws(() => render("![](x.svg)"), /has no words/));
test("what is not handed out is left out with the solutions", () => {
  const text = "a\n\n<!-- not handed out -->\nsecret\n<!-- end not handed out -->\n\nb\n";
  assert.match(render(text).html, /secret/);
  assert.doesNotMatch(render(text, { solutions: false }).html, /secret/);
  assert.doesNotMatch(render(text).html, /handed out/);
});
test("a file that code names is a link, and one that is not there is not", () => {
  assert.match(render("Read `slides/a.md#banks`.").html, /<a href="..\/..\/slides\/a.html#banks"><code>/);
  assert.match(render("Read `lab.h`.").html, /<a href="lab.h.html"><code>lab.h<\/code><\/a>/);
  assert.doesNotMatch(render("Read `missing/a.md` and `a/b` of `x = y/z`.").html, /<a /);
  assert.equal(render("[`slides/a.md`](lab.h)").html.match(/<a /g).length, 1);
});
test("a heading that is a lab's folder becomes its title, and keeps its anchor", () =>
  assert.match(render("## 04_tiles").html, /<h2 id="04_tiles">Lab 04: Tiles<\/h2>/));
test("sections are those of the headings", () =>
  assert.deepEqual(render("# A b\n\n## C `d`, e\n").sections.map(({ level, anchor, text }) => [level, anchor, text]), [
    [1, "a-b", "A b"],
    [2, "c-d-e", "C d, e"],
  ]));
