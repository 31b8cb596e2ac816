// The list of findings that the simulator can report about a program, each with the first sentence of its page.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { escaped } from "../lib/code.mjs";
import { textPage } from "../lib/page.mjs";

const folder = "docs/findings";

/** Returns the heading of a finding's page, and the first sentence below it. */
function summaryOf(text) {
  const [heading, paragraph] = text.split(/\n{2,}/);
  const sentence = paragraph.replaceAll("\n", " ").match(/^.*?[.:](?= |$)/)?.[0] ?? paragraph;
  return { title: heading.replace(/^# /, ""), sentence: sentence.replace(/:$/, ".") };
}

const plain = (markdown) => escaped(markdown).replaceAll(/`([^`]+)`/g, "<code>$1</code>").replaceAll("*", "");

export function findingsPage(site) {
  const files = readdirSync(join(site.root, folder)).filter((name) => name.endsWith(".md"));
  const findings = files.map((name) => ({ page: name.replace(/\.md$/, ".html"), ...summaryOf(site.read(`${folder}/${name}`)) }));
  findings.sort((a, b) => (a.title < b.title ? -1 : 1));
  const items = findings.map(({ page, title, sentence }) => `<dt><a href="${page}">${plain(title)}</a></dt><dd>${plain(sentence)}</dd>`);
  const html = `<h1>Findings</h1>
<p>The simulator looks at every access that a program makes, and says what is wrong with it: the line, the place in memory, and
who else was there. Each kind of finding has a page with a program that makes the mistake, what is said of it, and the cure.</p>
<dl class="findings">
${items.join("\n")}
</dl>`;
  return textPage({ site, path: `${folder}/index.html`, title: "Findings", html });
}
