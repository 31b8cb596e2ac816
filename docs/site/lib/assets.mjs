// The files that all pages share: style, fonts, scripts and the icon.

import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const here = (path) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
const fontOf = (name) =>
  createRequire(import.meta.url).resolve(`@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`);

// The colours of pictures, from the style that is the same in all of them.
const pictureStyle = () => readFileSync(new URL("../../pictures/kit/style.css", import.meta.url), "utf8");

/** Returns all styles. The theme of the slides comes first, because it defines the colours. */
export const styleSheet = (site) =>
  [site.read("slides/kernelsmith.css"), ...["site", "front", "code", "deck"].map((name) => here(`style/${name}.css`)), pictureStyle()].join("\n");

export function writeAssets(site) {
  site.write("style.css", styleSheet(site));
  for (const name of ["deck", "search"]) site.write(`${name}.js`, here(`client/${name}.js`));
  site.write("icon.svg", here("style/icon.svg"));
  mkdirSync(join(site.output, "fonts"), { recursive: true });
  for (const name of ["inter", "jetbrains-mono"]) copyFileSync(fontOf(name), join(site.output, "fonts", `${name}.woff2`));
}
