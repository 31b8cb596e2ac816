// Finds the repository's texts for readers.

import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Folders without texts for readers. */
const passedOver = new Set(["build", "node_modules", "tests", "fuzz", "wrong"]);

/** Returns the Markdown files below `folder`, as paths from `root`. */
export function textsBelow(root, folder = "") {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = folder ? `${folder}/${entry.name}` : entry.name;
      if (entry.isDirectory()) return passedOver.has(entry.name) || entry.name.startsWith(".") ? [] : textsBelow(root, path);
      return entry.name.endsWith(".md") ? [path] : [];
    });
}
