// The site used by keyboard: a deck read and shown, and the search. SITE names the folder; build/site without it.

import assert from "node:assert/strict";
import { join } from "node:path";
import test, { after, before } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { startBrowser } from "../lib/print.mjs";

const folder = process.env.SITE ?? fileURLToPath(new URL("../../../build/site", import.meta.url));
let browser;
let tab;

before(async () => {
  browser = await startBrowser();
  tab = await browser.newPage({ viewport: { width: 1280, height: 800 } });
});
after(() => browser.close());

const open = (page, anchor = "") => tab.goto(pathToFileURL(join(folder, page)).href + anchor);
const hash = () => tab.evaluate(() => location.hash.slice(1));
const slides = () => tab.evaluate(() => [...document.querySelectorAll(".frame")].map((frame) => frame.id));
const shown = () => tab.evaluate(() => [...document.querySelectorAll(".frame")].filter((frame) => frame.checkVisibility()).map((frame) => frame.id));
const press = async (...keys) => {
  for (const key of keys) await tab.keyboard.press(key);
};

test("arrows go from slide to slide, on and back", async () => {
  await open("slides/01_occupancy.html");
  const all = await slides();
  for (let i = 1; i < all.length; ++i) {
    await press("ArrowRight");
    assert.equal(await hash(), all[i]);
  }
  await press("ArrowLeft", "ArrowLeft");
  assert.equal(await hash(), all.at(-3));
  await press("Home");
  assert.equal(await hash(), all[0]);
});

test("p shows the slide that one is at, alone, and Escape ends it there", async () => {
  await open("slides/01_occupancy.html", "#occupancy");
  const all = await slides();
  await press("p");
  assert.deepEqual(await shown(), ["occupancy"]);
  await press("ArrowRight");
  assert.deepEqual(await shown(), [all[all.indexOf("occupancy") + 1]]);
  await press("Escape");
  assert.equal((await shown()).length, all.length);
});

test("n takes the notes away and brings them back", async () => {
  await open("slides/01_occupancy.html");
  const notes = () => tab.evaluate(() => document.querySelector(".notes").checkVisibility());
  assert.equal(await notes(), true);
  await press("n");
  assert.equal(await notes(), false);
  await press("N");
  assert.equal(await notes(), true);
});

test("what one learns is found, and leads there", async () => {
  await open("index.html");
  await press("/");
  await tab.keyboard.type("bank conflict");
  await tab.locator(".found a").first().waitFor();
  const first = await tab.locator(".found a").first().getAttribute("href");
  assert.match(first, /^(labs|slides|docs\/(glossary|findings|nsight))/);
  await press("ArrowDown", "Enter");
  await tab.waitForURL((url) => url.pathname.endsWith(first.split("#")[0]));
});

test("a search that finds nothing says so", async () => {
  await open("index.html");
  await press("/");
  await tab.keyboard.type("zzzzqqqq");
  await tab.getByText("Nothing was found.").waitFor();
});
