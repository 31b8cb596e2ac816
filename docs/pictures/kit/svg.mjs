// A picture, put together shape by shape and written as one SVG file.
//
// All pictures are 960 units wide, and no text in them is smaller than `smallest` units. A page shows them at 760 pixels or
// more, or lets them scroll horizontally, so that no text is ever smaller than 12 pixels.
//
// Shapes do not set colours: a class from style.css names the meaning of a shape ("a" and "b" are two kinds of data,
// "waste" is data that was moved but not needed), and the style defines its colours in light and in dark. A label or a
// pattern must show the same meaning, for readers who do not see colours.

import { readFileSync } from "node:fs";

export const width = 960;
export const smallest = 16;

export const style = readFileSync(new URL("style.css", import.meta.url), "utf8");

const escaped = (text) =>
  String(text).replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);

/** Rounds to two digits after the point: enough for a screen, and the files are the same on every machine. */
const rounded = (value) => (typeof value === "number" ? String(Math.round(value * 100) / 100) : escaped(value));

const attributes = (values) =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([name, value]) => ` ${name}="${rounded(value)}"`)
    .join("");

export class Picture {
  /** The title is the picture's name for a screen reader; the description is the content of the picture in words. */
  constructor({ height, title, description }) {
    if (!title || !description) throw new Error("A picture needs a title and a description.");
    this.height = height;
    this.title = title;
    this.description = description;
    this.shapes = [];
  }

  add(name, values, content) {
    this.shapes.push(`<${name}${attributes(values)}${content === undefined ? "/>" : `>${content}</${name}>`}`);
    return this;
  }

  /** Draws a box of the kind `of`, with a label in its middle. The label's lines are separated by "\n". */
  box(x, y, w, h, { of = "", label, size = smallest, rounding = 3, bold = false, mono = false } = {}) {
    this.add("rect", { x, y, width: w, height: h, rx: rounding, class: of || "plain" });
    if (label !== undefined && label !== "")
      this.text(x + w / 2, y + h / 2, label, { anchor: "middle", middle: true, size, bold, mono });
    return this;
  }

  /** Draws text. `anchor` is start, middle or end; with `middle`, y is the middle of the lines and not the baseline of the
   * first; with `halo` the text stays readable where it crosses a line. */
  text(x, y, words, { anchor = "start", size = smallest, bold = false, muted = false, mono = false, middle = false, halo = false, of = "", turned } = {}) {
    if (size < smallest) throw new Error(`"${words}": words of ${size} units are too small to be read.`);
    const lines = String(words).split("\n");
    const step = size * 1.25;
    const first = middle ? y - ((lines.length - 1) * step) / 2 + size * 0.35 : y;
    const classes = ["word", bold && "bold", muted && "muted", mono && "mono", halo && "halo", of && `of-${of}`].filter(Boolean).join(" ");
    const turn = turned === undefined ? undefined : `rotate(${turned} ${rounded(x)} ${rounded(y)})`;
    lines.forEach((line, i) =>
      this.add("text", { x, y: first + i * step, "font-size": size, "text-anchor": anchor, class: classes, transform: turn }, escaped(line)),
    );
    return this;
  }

  /** Draws a straight line from one point to another. `of` is its kind: "edge", "guide" (dashed), or a kind of data. */
  line(x1, y1, x2, y2, { of = "edge", thick = 1.5, arrow = false } = {}) {
    const values = { x1, y1, x2, y2, class: `stroke ${of}`, "stroke-width": thick };
    if (arrow) values["marker-end"] = "url(#arrow)";
    return this.add("line", values);
  }

  arrow(x1, y1, x2, y2, options = {}) {
    return this.line(x1, y1, x2, y2, { ...options, arrow: true });
  }

  /** Draws a line of any shape, given as SVG path data or as a list of points. */
  path(d, { of = "edge", filled = false, thick = filled ? 1 : 1.5, arrow = false } = {}) {
    const text = Array.isArray(d) ? "M" + d.map(([x, y]) => `${rounded(x)},${rounded(y)}`).join("L") : d;
    const values = { d: text, class: filled ? `${of}` : `stroke ${of}`, "stroke-width": thick };
    if (arrow) values["marker-end"] = "url(#arrow)";
    return this.add("path", values);
  }

  circle(cx, cy, r, { of = "" } = {}) {
    return this.add("circle", { cx, cy, r, class: of || "plain" });
  }

  /** Draws a bracket over (or, with `below`, under) the range between two x, with text at its middle. */
  bracket(x1, x2, y, words, { below = false, size = smallest, muted = false } = {}) {
    const tip = below ? -6 : 6;
    this.path([[x1, y + tip], [x1, y], [x2, y], [x2, y + tip]]);
    return this.text((x1 + x2) / 2, below ? y + size + 4 : y - 8, words, { anchor: "middle", size, muted });
  }

  /** Draws a row of equal cells: `count` of them from x on, each `w` wide. `of` and `label` are called with the cell's index. */
  row(x, y, count, w, h, { of = () => "", label = () => undefined, size = smallest, mono = false, gap = 0 } = {}) {
    for (let i = 0; i < count; ++i)
      this.box(x + i * w + gap / 2, y, w - gap, h, { of: of(i), label: label(i), size, mono, rounding: 2 });
    return this;
  }

  /** Draws the legend of the picture's kinds: a small box and text for each. */
  legend(x, y, entries, { size = smallest, step = 0 } = {}) {
    let at = x;
    for (const [of, words] of entries) {
      this.box(at, y - 13, 16, 16, { of });
      this.text(at + 24, y, words, { size });
      at += step || 24 + words.length * size * 0.56 + 28;
    }
    return this;
  }

  toString() {
    const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${rounded(this.height)}" width="${width}" height="${rounded(this.height)}" role="img" font-family="Inter, system-ui, sans-serif">`;
    return [
      head,
      `<title>${escaped(this.title)}</title>`,
      `<desc>${escaped(this.description)}</desc>`,
      `<style>\n${style}</style>`,
      definitions,
      ...this.shapes,
      "</svg>\n",
    ].join("\n");
  }
}

// Hatching distinguishes waste without colour; the arrow's head takes the line's colour.
const definitions = [
  "<defs>",
  '<pattern id="hatch" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="8" height="8" class="hatch-ground"/><rect width="2.5" height="8" class="hatch-stripe"/></pattern>',
  '<pattern id="dots" width="8" height="8" patternUnits="userSpaceOnUse"><rect width="8" height="8" class="dots-ground"/><circle cx="4" cy="4" r="1.6" class="dots-dot"/></pattern>',
  '<marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path d="M0,0L10,5L0,10z" class="arrow-head"/></marker>',
  "</defs>",
].join("\n");
