import assert from "node:assert/strict";
import test from "node:test";
import { readTables } from "../../lib/tables.mjs";

test("columns line up under a head, and a title above them is none", () =>
  assert.deepEqual(readTables(`NVIDIA H200: fp64 2048

C = A·B of 2048 x 2048
type    kernel                  ms     GFLOP/s
float   down columns (a)   35.3497         486
double  tiles of 32         3.6102        4759
`), [
    { type: "float", kernel: "down columns (a)", ms: 35.3497, "GFLOP/s": 486 },
    { type: "double", kernel: "tiles of 32", ms: 3.6102, "GFLOP/s": 4759 },
  ]));

test("units go: times become ms, shares and factors numbers", () =>
  assert.deepEqual(readTables(`
      TILE      time   speedup    occ
         8    6.9 ms     10.5×   50 %
        16    338 µs    1 232×  100 %
`), [
    { TILE: 8, time: 6.9, speedup: 10.5, occ: 50 },
    { TILE: 16, time: 0.338, speedup: 1232, occ: 100 },
  ]));

test("several tables come as one list", () => assert.equal(readTables("a  b\n1  2\n\nc  d\n3  4\n5  6\n").length, 3));
test("a text without a table has no rows", () => assert.deepEqual(readTables("Just words.\nAnd more of them.\n"), []));

test("reads a table in Markdown", () => {
  const text = `NVIDIA H200: layouts

| coordinates | layout | turning, µs |
|---:|---|---:|
| 4 | rows | |
| 16 | tiles | 171 |`;
  assert.deepEqual(readTables(text), [
    { coordinates: 4, layout: "rows", "turning, µs": "" },
    { coordinates: 16, layout: "tiles", "turning, µs": 171 },
  ]);
});
