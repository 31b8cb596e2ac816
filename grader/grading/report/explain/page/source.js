"use strict";

// The source with its counters: a table that sorts by each of its columns, and lines that expand.

const columns = [
    {key: "line", heading: "Line", of: (line) => line.line, first: 1},
    {key: "cost", heading: "Cost", of: (line) => line.share, show: percent, first: -1,
        meaning: "Share of the cost of all lines: how long each would keep an SM's units busy."},
    {key: "instructions", heading: "Instructions", of: (line) => line.measures.instructions, first: -1,
        meaning: "Instructions that warps executed."},
    {key: "lanes", heading: "Lanes", of: (line) => line.measures.active_lanes, best: 32, first: 1,
        meaning: "Active lanes per instruction. At best 32."},
    {key: "sectors", heading: "Sectors", of: (line) => line.measures.sectors_per_128_bytes, best: 4, first: -1,
        meaning: "Sectors of 32 bytes that are moved per 128 bytes requested. At best 4, or fewer where lanes share bytes."},
    {key: "conflicts", heading: "Conflicts", of: (line) => line.measures.bank_conflicts, best: 0, first: -1,
        meaning: "Bank conflicts per request: extra passes over the banks of shared memory. At best 0."},
];

function isOfLine(access, line, file) { return access.line === line.line && access.file === file; }

function idOfLine(line, file, source) { return file === source ? `line-${line}` : `line-${file}-${line}`; }

function isCounted(line) { return line.share !== null; }

// Returns whether a counter of a line could be better; undefined if there is no target value.
function isWaste(line, name) {
    const best = line.best[name];
    return best === undefined ? undefined : Math.abs(best - line.counts[name]) > 1e-9;
}

// Orders counters: those that could be better, then those at their best value, then those without a target.
function countersOf(line) {
    const rank = (name) => [true, false, undefined].indexOf(isWaste(line, name));
    return Object.keys(line.counts).sort((a, b) => rank(a) - rank(b));
}

function counterRow(line, name, texts) {
    const {meaning, unit} = texts.get(name) ?? {meaning: name, unit: ""};
    const best = line.best[name];
    const wasted = isWaste(line, name);
    return [[meaning, element("code", {class: "name"}, name)], line.counts[name], unit,
        best === undefined ? "" : element("span", {class: wasted ? "number waste" : "number"},
            wasted ? `${shown(best)} at best` : "at its best")];
}

// Returns all details of a line.
function detailsOf(line, file, page) {
    const known = page.accesses.filter((access) => isOfLine(access, line, file));
    return [
        element("p", {}, `${percent(line.share)} of the cost: ${line.reason}.`),
        known.length === 0 ? null : element("button", {class: "action", type: "button",
            onclick: () => page.showAccess(mostTelling(known), true)}, `Show what the lanes of line ${line.line} address`),
        element("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": `Counters of line ${line.line}`},
            plainTable(`Counters of line ${line.line}`, ["What", "Value", "Unit", "Best value"],
                countersOf(line).map((name) => counterRow(line, name, page.texts)), "plain counters")),
    ];
}

function rowsOf(line, file, page) {
    const cells = columns.slice(1).map((column) => {
        const value = column.of(line);
        return element("td", {class: "number", role: "cell"}, value === null ? "" : (column.show ?? shown)(value));
    });
    const text = element("td", {class: "source code", role: "cell"}, line.text);
    const at = element("td", {class: "at number", role: "cell"});
    const row = element("tr", {id: idOfLine(line.line, file, page.data.source), class: isCounted(line) ? "line" : "line idle", role: "row"}, at, cells, text);
    if (!isCounted(line)) {
        at.append(element("span", {}, String(line.line)));
        return {line, row, more: null};
    }
    const more = element("tr", {class: "all", role: "row", hidden: true});
    const button = element("button", {type: "button", "aria-expanded": "false",
        "aria-label": `Line ${line.line}: all counters`, onclick: () => {
            const opens = more.hidden;
            if (opens && more.childElementCount === 0)
                more.append(element("td", {colspan: String(columns.length + 1), role: "cell"}, detailsOf(line, file, page)));
            more.hidden = !opens;
            button.setAttribute("aria-expanded", String(opens));
        }}, String(line.line));
    at.append(button);
    return {line, row, more};
}

function sortedBy(column, direction, rows) {
    const rank = (row) => column.of(row.line);
    return [...rows].sort((a, b) => {
        if (rank(a) === null || rank(b) === null) return (rank(a) === null) - (rank(b) === null) || a.line.line - b.line.line;
        return direction * (rank(a) - rank(b)) || a.line.line - b.line.line;
    });
}

function linesTable(caption, lines, file, page) {
    const rows = lines.map((line) => rowsOf(line, line.file ?? file, page));
    const body = element("tbody", {role: "rowgroup"});
    const headings = columns.map((column) => {
        const heading = element("th", {scope: "col", class: "number", role: "columnheader", "aria-sort": "none"});
        heading.append(element("button", {type: "button", onclick: () => {
            const was = heading.getAttribute("aria-sort");
            const begins = column.first === 1 ? "ascending" : "descending";
            sortBy(column, was === "none" ? begins : was === "ascending" ? "descending" : "ascending");
        }}, column.heading));
        return heading;
    });
    function sortBy(column, order) {
        headings.forEach((heading, n) => {
            const sorted = columns[n] === column;
            heading.setAttribute("aria-sort", sorted ? order : "none");
            heading.firstChild.textContent = columns[n].heading + (!sorted ? "" : order === "ascending" ? " ▲" : " ▼");
        });
        body.replaceChildren(...sortedBy(column, order === "ascending" ? 1 : -1, rows)
            .flatMap(({row, more}) => more ? [row, more] : [row]));
    }
    sortBy(columns[0], "ascending");
    return element("table", {class: "lines", role: "table", "aria-label": caption},
        element("thead", {role: "rowgroup"}, element("tr", {role: "row"}, headings,
            element("th", {scope: "col", class: "source", role: "columnheader"}, "Source"))),
        body);
}

function showSource(data, page) {
    put("columns", columns.filter((column) => column.meaning).flatMap((column) =>
        [element("dt", {}, column.heading), element("dd", {}, column.meaning)]));
    put("lines", linesTable(`${data.source}, line by line`, data.lines, data.source, page));
    const files = [...new Set(data.other_lines.map((line) => line.file))];
    put("other-lines", files.map((file) => {
        const lines = data.other_lines.filter((line) => line.file === file);
        const share = lines.reduce((sum, line) => sum + line.share, 0);
        const name = file === "" ? "no known file" : file;
        return element("details", {}, element("summary", {}, `Lines of ${name}: ${percent(share)} of the cost`),
            linesTable(`Lines of ${name}`, lines, file, page));
    }));
}
