// The list of labs: the topic of each, and links to its parts.

import { escaped } from "../lib/code.mjs";
import { figure } from "../lib/figures.mjs";
import { textPage } from "../lib/page.mjs";

const parts = (site, lab) =>
  [
    ["hand-out", `labs/${lab.id}/README.md`],
    ["slides", `slides/${lab.id}.md`],
    ["the skeleton", `labs/${lab.id}/student.cu`],
    ["in Nsight Compute", `docs/nsight/${lab.id}.md`],
    ["solution and notes", `solutions/${lab.id}/NOTES.md`],
  ].flatMap(([words, path]) => {
    const target = site.link(path);
    return target === undefined || target === "not-handed-out.html" ? [] : [{ words, target }];
  });

/** Returns the card of a lab, for a page whose links to the root of the site begin with `root`. */
export function card(site, id, root) {
  const manifest = site.results.manifests[id];
  const number = id.slice(0, 2);
  const links = parts(site, { id }).map(({ words, target }) => `<a href="${root}${target}">${words}</a>`);
  const speed = site.results.measured.labs[id]
    ? `<p class="speed">The solution is <strong>${figure(`${number}/solution.speedup as ,.4~r`, site.results)}</strong> times as fast as the code it starts from, on an H200.</p>`
    : '<p class="speed">About mistakes, not about speed. 20 minutes.</p>';
  return `<li class="card"><h3><span class="number">${number}</span> ${escaped(manifest.title)}</h3>
<p>${escaped(manifest.idea)}</p>
${speed}
<p class="parts">${links.join(" ")}</p></li>`;
}

export const cards = (site, root) => `<ul class="cards">${site.results.ids.map((id) => card(site, id, root)).join("\n")}</ul>`;

export const labsPage = (site) =>
  textPage({ site, path: "labs/index.html", title: "Labs", html: `<h1>Labs</h1>\n<p>Take them in this order: each uses what the ones before it taught.</p>\n${cards(site, "../")}` });
