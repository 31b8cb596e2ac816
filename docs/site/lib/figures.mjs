// Numbers in a text that are not typed. Where a text has
//
//   <data value="04/3_tile_32.ms as .2f">1.88</data>
//
// the number between the tags is what docs/results says now; results.mjs says how numbers are named, and what stands
// behind "as" is a format of d3-format. A text without this program still reads well.

import { format } from "d3-format";
import { evaluate } from "./expression.mjs";

const tag = /<data value="([^"]*)">([^<]*)<\/data>/g;

/** What stands between the tags for `value`. */
export function figure(value, results) {
  const [, sum, shape] = value.match(/^(.*) as (\S+)$/) ?? [];
  if (sum === undefined) throw new Error(`<data value="${value}">: it ends with a format, such as "as .2f"`);
  try {
    return format(shape)(evaluate(sum, (name) => results.at(name))).replaceAll(",", " ").replaceAll("−", "-");
  } catch (error) {
    throw new Error(`<data value="${value}">: ${error.message}`);
  }
}

/** `markdown` with every number as docs/results has it now. */
export const fill = (markdown, results) => markdown.replace(tag, (_, value) => `<data value="${value}">${figure(value, results)}</data>`);
