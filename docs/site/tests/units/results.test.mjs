// Compares looked-up numbers with the files of the repository's own results.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { readResults } from "../../lib/results.mjs";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const results = readResults(root);
const measured = JSON.parse(readFileSync(`${root}/docs/results/h200.json`, "utf8"));
const lab = measured.labs["04_shared_tiling"].cases;
const rung = (at, name) => lab[at].rungs.find((one) => one.name === name);

test("a rung's time, at the graded sizes", () => assert.equal(results.at("04/3_tile_32.ms"), rung(0, "3_tile_32").ms));
test("a rung's time at another case", () => assert.equal(results.at(`04[${lab[1].name}]/solution.ms`), rung(1, "solution").ms));
test("a counter", () => assert.equal(results.at("04/baseline.sectors_per_request"), rung(0, "baseline").counters.sectors_per_request));
test("a peer", () => assert.equal(results.at("04/cublas.ms"), lab[0].peers[0].ms));
test("a ceiling", () => assert.equal(results.at("device.copy_gb_s"), measured.ceilings.copy_gb_s));
test("operations a nanosecond", () => assert.equal(results.at("04/solution.gflops"), (2 * 2048 ** 3) / rung(0, "solution").ms / 1e6));
test("a size and a limit", () => {
  assert.equal(results.at("04/size.n"), 2048);
  assert.equal(results.at("04/limit.ms"), lab[0].limit_ms);
});
test("the cell of a variant's table", () => assert.equal(typeof results.at("variants/04_shared_tiling.fp64[type=double, kernel=tiles of 32].GFLOP/s"), "number"));
test("the cell of a column with a space in its name", () => assert.equal(typeof results.at("variants/01_occupancy.latency[bytes on=8192].[a round]"), "number"));
test("the cell of what warps wait for", () => {
  const row = readFileSync(`${root}/docs/results/stalls.md`, "utf8").split("\n").find((line) => line.startsWith("| 03 | baseline.cu |"));
  const cells = row.split("|").map((cell) => cell.trim());
  assert.equal(results.at("stalls[lab=03, file=baseline.cu].XU"), Number(cells.at(-2).replace(" %", "")));
  assert.equal(results.at("stalls[lab=03, file=baseline.cu].[clocks 1]"), Number(cells[6]));
});
for (const wrong of ["04/no_such_rung.ms", "04/solution.no_such_counter", "99/solution.ms", "device.no_such", "variants/04_shared_tiling.fp64[type=double].ms", "stalls[lab=03].XU", "nonsense"])
  test(`"${wrong}" is an error`, () => assert.throws(() => results.at(wrong)));
test("what was modelled of a rung, where anything was", () => {
  for (const [id, { builds }] of Object.entries(results.modelled.labs))
    for (const build of builds) assert.equal(results.modelledBuild(id.slice(0, 2), build.name), build);
  assert.equal(results.modelledBuild("00", "baseline"), undefined);
});
