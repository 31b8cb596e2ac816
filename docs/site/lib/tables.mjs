// Reads tables as programs print them: aligned columns under a header. A text may have several; their rows form one list, and
// each row is an object from the header's names to numbers or words. Tables in Markdown are read, too.

/** Returns the rows of all tables in `text`. Columns are at least two spaces apart, or one if only one side of a gap is aligned;
 * so a gap between columns is where no line of the table has a letter. */
export function readTables(text) {
  return blocksOf(text).flatMap(rowsOf);
}

/** Returns the blocks of at least two consecutive non-empty lines. */
function blocksOf(text) {
  return text
    .split(/\n\s*\n/)
    .map((block) => block.split("\n").filter((line) => line.trim() !== ""))
    .filter((lines) => lines.length > 1);
}

function rowsOf(lines) {
  if (lines.every((line) => line.startsWith("|"))) return markdownRowsOf(lines);
  // A line without two consecutive spaces is a sentence above the table.
  const table = lines.filter((line) => /\S {2,}\S/.test(line));
  if (table.length < 2) return [];
  const columns = columnsOf(table);
  const cells = (line) => columns.map(([from, to]) => line.slice(from, to).trim());
  const head = cells(table[0]);
  return table.slice(1).map((line) => Object.fromEntries(cells(line).map((cell, i) => [head[i], valueOf(cell)])));
}

/** Returns the rows of a table in Markdown; its second line is the alignment of the columns. */
function markdownRowsOf([first, , ...others]) {
  const cells = (line) => line.split("|").slice(1, -1).map((cell) => cell.trim());
  const head = cells(first);
  return others.map((line) => Object.fromEntries(cells(line).map((cell, i) => [head[i], valueOf(cell)])));
}

/** Returns the ranges [from, to) in which some line has a letter, separated by two or more positions that are empty in all lines. */
function columnsOf(lines) {
  const long = Math.max(...lines.map((line) => line.length));
  const used = Array.from({ length: long }, (_, i) => lines.some((line) => (line[i] ?? " ") !== " "));
  const columns = [];
  for (let i = 0; i < long; ++i) {
    if (!used[i]) continue;
    const last = columns.at(-1);
    if (last && i - last[1] < 2) last[1] = i + 1;
    else columns.push([i, i + 1]);
  }
  return columns;
}

const milliseconds = { ns: 1e-6, "µs": 1e-3, ms: 1, s: 1e3 };

/** Returns the number of a cell, without "%" and "×", and a time in ms; the cell itself if it has no number. */
export function valueOf(cell) {
  const [, digits, unit] = cell.match(/^([\d .]*\d)(?: ?(%|×|ns|µs|ms|s))?$/) ?? [];
  const value = Number(digits?.replaceAll(" ", "") || NaN);
  return Number.isNaN(value) ? cell : value * (milliseconds[unit] ?? 1);
}
