// Compares the list of pictures with files and texts: each picture exists, is used and has a description, and each lab has enough.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { smallest } from "../../pictures/kit/svg.mjs";
import { listed } from "../lib/pictures.mjs";
import { readResults } from "../lib/results.mjs";
import { textsBelow } from "../lib/texts.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const folder = join(root, "docs/pictures");
const pictures = listed(root);
const texts = textsBelow(root).map((path) => readFileSync(join(root, path), "utf8"));
const read = (name) => readFileSync(join(folder, `${name}.svg`), "utf8");

test("the list has what draws each picture, and nothing twice", () => {
  const names = pictures.map((picture) => picture.name);
  assert.equal(new Set(names).size, names.length);
  for (const { name, kind, teaches, command } of pictures) {
    assert.ok(["drawn", "recorded", "plotted"].includes(kind), name);
    assert.ok(teaches.length > 10, name);
    assert.equal(command, `scripts/draw ${name}`);
    assert.ok(existsSync(join(folder, `${name}.mjs`)), name);
  }
});

test("every file that is a picture is on the list", () => {
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith(".svg"));
  assert.deepEqual(files.map((file) => file.replace(/\.svg$/, "")).sort(), pictures.map((picture) => picture.name).sort());
});

for (const { name } of pictures) {
  test(`${name} is used by a text`, () => assert.ok(texts.some((text) => text.includes(`pictures/${name}.svg`))));
  test(`${name} says what it shows, in words that can be read`, () => {
    const svg = read(name);
    assert.match(svg, /<title>[^<]{5,}<\/title>/);
    assert.match(svg, /<desc>[^<]{20,}<\/desc>/);
    for (const [, size] of svg.matchAll(/font-size="([\d.]+)"/g)) assert.ok(Number(size) >= smallest);
  });
}

test("a picture that shows what was recorded names the files, and only that", async () => {
  for (const { name, kind } of pictures) {
    const source = await import(join(folder, `${name}.mjs`));
    assert.equal((source.records ?? source.grades) !== undefined, kind === "recorded", name);
  }
});

for (const id of readResults(root).timedLabs)
  test(`${id} has three pictures or more, and two plots`, () => {
    const ofLab = pictures.filter((picture) => picture.name.startsWith(`${id}/`));
    assert.ok(ofLab.filter((picture) => picture.kind === "plotted").length >= 2);
    assert.ok(ofLab.filter((picture) => picture.kind !== "plotted").length >= 3);
  });
