// Syntax highlighting: spans with classes, whose colours in light and dark style/code.css defines.

import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import cpp from "highlight.js/lib/languages/cpp";
import ini from "highlight.js/lib/languages/ini";
import json from "highlight.js/lib/languages/json";

hljs.registerLanguage("cpp", cpp);
hljs.registerLanguage("sh", bash);
hljs.registerLanguage("toml", ini);
hljs.registerLanguage("json", json);

const languages = { cu: "cpp", cpp: "cpp", h: "cpp", cuda: "cpp", cxx: "cpp", sh: "sh", bash: "sh", toml: "toml", json: "json" };

export const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\"", "&quot;");

/** Returns `code` as HTML; a fence or a file name extension gives the language. */
export function coloured(code, language) {
  const known = languages[language];
  return known ? hljs.highlight(code, { language: known }).value : escaped(code);
}

// The span of a comment or string over several lines is closed at the end of each line and opened again on the next.
function closedAtEachLine(html) {
  const open = [];
  return html.split("\n").map((line) => {
    const before = open.join("");
    for (const [tag] of line.matchAll(/<span[^>]*>|<\/span>/g)) tag === "</span>" ? open.pop() : open.push(tag);
    return before + line + "</span>".repeat(open.length);
  });
}

/** Returns the lines of highlighted code, each with balanced tags. */
export const colouredLines = (code, language) => closedAtEachLine(coloured(code, language));
