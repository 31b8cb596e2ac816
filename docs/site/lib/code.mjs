// Code with colours, as classes that style/code.css gives a colour in light and in dark.

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

/** `code` as HTML, in the language that a fence or a file's ending names. */
export function coloured(code, language) {
  const known = languages[language];
  return known ? hljs.highlight(code, { language: known }).value : escaped(code);
}

// A comment or a string that goes over several lines is closed at each line's end and opened again at the next.
function closedAtEachLine(html) {
  const open = [];
  return html.split("\n").map((line) => {
    const before = open.join("");
    for (const [tag] of line.matchAll(/<span[^>]*>|<\/span>/g)) tag === "</span>" ? open.pop() : open.push(tag);
    return before + line + "</span>".repeat(open.length);
  });
}

/** The lines of coloured code, each whole by itself. */
export const colouredLines = (code, language) => closedAtEachLine(coloured(code, language));
