// Draws pictures from their sources, or compares the files with the drawings.
//
//   scripts/draw                        all pictures of docs/pictures.toml
//   scripts/draw 04_shared_tiling/walk  this picture
//   scripts/draw --check                reports files that differ from what their source draws
//
// The source of a picture, docs/pictures/LAB/NAME.mjs, has one function, draw({ results, recorded }), that returns a
// Picture. `results` has the measured results (docs/results). If the source also names a file whose accesses it needs,
// `records = { before: ["04", "labs/04_shared_tiling/baseline.cu"] }`, then `recorded.before` has the accesses that the
// simulator recorded while it ran that file.

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { listed } from "../site/lib/pictures.mjs";
import { readResults } from "../site/lib/results.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const results = readResults(root);
const kept = new Map();

/** Returns the simulator's report on `file` in place of the student's file of `lab`. Each file is run once. */
function record(lab, file) {
  const key = `${lab} ${file}`;
  if (!kept.has(key)) {
    const grader = join(root, "build/bin/grader");
    if (!existsSync(grader)) throw new Error("This picture needs build/bin/grader, which `make pictures` builds.");
    const folder = mkdtempSync(join(tmpdir(), "recorded-"));
    try {
      const report = join(folder, "explained.json");
      execFileSync(grader, ["explain", lab, "--file", file, "--backend", "sim", "--report", `json:${report}`], { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
      kept.set(key, JSON.parse(readFileSync(report, "utf8")));
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  return kept.get(key);
}

/** Returns the output of the grader when it grades `file` in place of the student's file of `lab`, on the simulator. */
function printedGrade(lab, file) {
  const grader = join(root, "build/bin/grader");
  if (!existsSync(grader)) throw new Error("This picture needs build/bin/grader, which `make pictures` builds.");
  // Exit status 1: the file did not pass.
  const run = spawnSync(grader, [lab, "--file", file, "--backend", "sim", "--seed", "1"], { cwd: root, encoding: "utf8" });
  if (run.status > 1) throw new Error(`grader ${lab} --file ${file}: ${run.stderr}`);
  return run.stdout;
}

async function drawn(name) {
  const source = await import(new URL(`${name}.mjs`, import.meta.url));
  const recorded = {};
  for (const [key, [lab, file]] of Object.entries(source.records ?? {})) recorded[key] = record(lab, file);
  for (const [key, [lab, file]] of Object.entries(source.grades ?? {})) recorded[key] = printedGrade(lab, file);
  return String(source.draw({ results, recorded }));
}

const words = process.argv.slice(2);
const check = words.includes("--check");
const chosen = words.filter((word) => !word.startsWith("--"));
const all = listed(root).map((picture) => picture.name);
for (const name of chosen) if (!all.includes(name)) throw new Error(`docs/pictures.toml lists no picture ${name}`);

let stale = 0;
for (const name of chosen.length > 0 ? chosen : all) {
  const file = fileURLToPath(new URL(`${name}.svg`, import.meta.url));
  const text = await drawn(name);
  const same = existsSync(file) && readFileSync(file, "utf8") === text;
  if (same) continue;
  if (check) {
    console.log(`docs/pictures/${name}.svg differs from the drawing of its source. Draw it again: scripts/draw ${name}`);
    ++stale;
  } else {
    writeFileSync(file, text);
    console.log(`drew docs/pictures/${name}.svg`);
  }
}
process.exit(stale === 0 ? 0 : 1);
