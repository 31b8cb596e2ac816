// Numbers in a text that come from the results. If a text has
//
//   <data value="04/3_tile_32.ms as .2f">1.88</data>
//
// the number between the tags is the current one in docs/results; results.mjs documents the names of numbers, and the part
// after "as" is a d3-format specifier. Without this program the text is still readable.

import { format } from "d3-format";
import { evaluate } from "./expression.mjs";

const tag = /<data value="([^"]*)">([^<]*)<\/data>/g;

/** Returns the text between the tags for `value`. */
export function figure(value, results) {
  const [, sum, shape] = value.match(/^(.*) as (\S+)$/) ?? [];
  if (sum === undefined) throw new Error(`<data value="${value}">: it ends with a format, such as "as .2f"`);
  try {
    return format(shape)(evaluate(sum, (name) => results.at(name))).replaceAll(",", " ").replaceAll("−", "-");
  } catch (error) {
    throw new Error(`<data value="${value}">: ${error.message}`);
  }
}

/** Returns `markdown` with every number updated from docs/results. */
export const fill = (markdown, results) => markdown.replace(tag, (_, value) => `<data value="${value}">${figure(value, results)}</data>`);
