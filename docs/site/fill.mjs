// Updates the measured numbers in texts from docs/results, or reports the texts whose numbers are stale.
//
//   node docs/site/fill.mjs FILE...      updates these files
//   node docs/site/fill.mjs --check      reports stale numbers in all texts; exit status 1 if there are any

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fill } from "./lib/figures.mjs";
import { readResults } from "./lib/results.mjs";
import { textsBelow } from "./lib/texts.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const results = readResults(root);
const words = process.argv.slice(2);
const check = words.includes("--check");
const named = words.filter((word) => !word.startsWith("--"));

let stale = 0;
for (const file of named.length > 0 ? named : textsBelow(root)) {
  const text = readFileSync(join(root, file), "utf8");
  const now = fill(text, results);
  if (now === text) continue;
  if (!check) writeFileSync(join(root, file), now);
  else console.log(`${file} has numbers that docs/results does not have any more. Write them anew: make figures`);
  stale += 1;
}
process.exit(check && stale > 0 ? 1 : 0);
