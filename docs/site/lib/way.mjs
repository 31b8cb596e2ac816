// The order of the course: which page comes after which.

import { pageOf } from "./paths.mjs";

/** Returns the texts in the order in which a student reads them: the opening deck, each lab's deck and hand-out, the closing deck. */
const stations = (site) => [
  { source: "slides/opening.md", words: "the deck that opens the course" },
  ...site.results.ids.flatMap((id) => [
    { source: `slides/${id}.md`, words: `the slides of lab ${id.slice(0, 2)}` },
    { source: `labs/${id}/README.md`, words: `the hand-out of lab ${id.slice(0, 2)}` },
  ]),
  { source: "slides/closing.md", words: "the deck that closes the course" },
];

/** Returns the text after the text `source`: { page, words }; undefined for the last one and for texts outside this order. */
export function nextOf(site, source) {
  const all = stations(site);
  const at = all.findIndex((station) => station.source === source);
  const next = at < 0 ? undefined : all[at + 1];
  return next && { page: pageOf(next.source), words: next.words };
}
