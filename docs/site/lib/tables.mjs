// Tables as programs print them: columns that line up, under a head. A text may have several; their rows come as one list,
// each an object from the head's names to numbers or words. Tables in Markdown are read, too.

/** Columns are at least two spaces apart, or one where only one side of a gap lines up; so a column is where no line of the
 * table has a letter. */
export function readTables(text) {
  return blocksOf(text).flatMap(rowsOf);
}

/** Runs of at least two lines without an empty one between them. */
function blocksOf(text) {
  return text
    .split(/\n\s*\n/)
    .map((block) => block.split("\n").filter((line) => line.trim() !== ""))
    .filter((lines) => lines.length > 1);
}

function rowsOf(lines) {
  if (lines.every((line) => line.startsWith("|"))) return markdownRowsOf(lines);
  // A line without two spaces in a row is a sentence above the table.
  const table = lines.filter((line) => /\S {2,}\S/.test(line));
  if (table.length < 2) return [];
  const columns = columnsOf(table);
  const cells = (line) => columns.map(([from, to]) => line.slice(from, to).trim());
  const head = cells(table[0]);
  return table.slice(1).map((line) => Object.fromEntries(cells(line).map((cell, i) => [head[i], valueOf(cell)])));
}

/** The rows of a table in Markdown, whose second line says how its columns are aligned. */
function markdownRowsOf([first, , ...others]) {
  const cells = (line) => line.split("|").slice(1, -1).map((cell) => cell.trim());
  const head = cells(first);
  return others.map((line) => Object.fromEntries(cells(line).map((cell, i) => [head[i], valueOf(cell)])));
}

/** The stretches [from, to) in which some line has a letter, parted where two or more places in a row are empty in all. */
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

/** A number, where the cell has one: without "%" and "×", and a time in ms. */
export function valueOf(cell) {
  const [, digits, unit] = cell.match(/^([\d .]*\d)(?: ?(%|×|ns|µs|ms|s))?$/) ?? [];
  const value = Number(digits?.replaceAll(" ", "") || NaN);
  return Number.isNaN(value) ? cell : value * (milliseconds[unit] ?? 1);
}
