"use strict";

// The picture of an access: the 32 lanes, and below them the memory that they touch, with a cell for each
// word.

const cellWidth = 22;
const cellHeight = 20;
const leftMargin = 150;
const mostRows = 34;
const pictureWidth = leftMargin + lanesOfWarp * cellWidth + 4;

function cell(column, y, className, label = "", labelClass = "") {
    const x = leftMargin + column * cellWidth;
    return [
        drawing("rect", {x, y, width: cellWidth, height: cellHeight, class: className}),
        label === "" ? null : drawing("text", {x: x + cellWidth / 2, y: y + cellHeight - 6, class: `middle ${labelClass}`}, label),
    ];
}

function rowLabel(y, text) {
    return drawing("text", {x: 0, y: y + cellHeight - 6, class: "label"}, text);
}

// Returns the label of lanes that share a word, short enough for a cell: "7", or their number.
function lanesLabel(lanes) {
    return lanes.length === 1 ? String(lanes[0]) : `${lanes.length}×`;
}

function lanesRow(access) {
    const lanes = access.lanes.flatMap((offset, lane) =>
        cell(lane, 0, offset === null ? "absent" : "lane", offset === null ? "–" : String(lane)));
    return [rowLabel(0, "lanes"), ...lanes];
}

function lineRow(access, line, y) {
    const sectors = touchedSectors(line);
    const words = Array.from({length: wordsOfLine}, (_, word) => {
        const lanes = line.words.get(word);
        if (lanes) return cell(word, y, "used", lanesLabel(lanes), "in-used");
        const moved = sectors.has(Math.floor(word * wordBytes / sectorBytes));
        return cell(word, y, moved ? "moved" : "empty");
    });
    const outlines = [...sectors].map((sector) => drawing("rect", {
        x: leftMargin + sector * 8 * cellWidth, y, width: 8 * cellWidth, height: cellHeight, class: "sector"}));
    return [rowLabel(y, nameOfLine(access, line)), ...words.flat(), ...outlines];
}

// In local memory, a line holds one word of each lane.
function nameOfLine(access, line) {
    if (access.space === "local") return `word ${line.number}`;
    return `from byte ${shown(line.number * lineBytes - (access.misaligned ?? 0))}`;
}

function passRow(pass, number, y) {
    const cells = Array.from({length: banks}, (_, bank) => {
        const served = pass.get(bank);
        return served ? cell(bank, y, "used", lanesLabel(served.lanes), "in-used") : cell(bank, y, "empty");
    });
    return [rowLabel(y, `pass ${number}`), ...cells.flat()];
}

function banksRow(y) {
    const numbers = Array.from({length: banks}, (_, bank) => drawing("text", {
        x: leftMargin + bank * cellWidth + cellWidth / 2, y: y + cellHeight - 6, class: "middle label"}, String(bank)));
    return [rowLabel(y, "banks"), ...numbers];
}

// Returns the rows below the lanes; if there are too many, the first ones.
function rowsOfMemory(access) {
    const begin = cellHeight + 14;
    const at = (n) => begin + n * (cellHeight + 6);
    if (access.space === "shared") {
        const passes = countedPasses(access) ?? passesOf(access, false);
        return {count: passes.length + 1, drawn: [banksRow(begin), ...passes.slice(0, mostRows).map((pass, n) =>
            passRow(pass, n + 1, at(n + 1)))], at, left: Math.max(0, passes.length - mostRows)};
    }
    const lines = touchedLines(access);
    return {count: lines.length, drawn: lines.slice(0, mostRows).map((line, n) => lineRow(access, line, at(n))), at,
        left: Math.max(0, lines.length - mostRows)};
}

function hatching() {
    return drawing("defs", {}, drawing("pattern", {id: "hatch", width: 5, height: 5, patternUnits: "userSpaceOnUse",
        patternTransform: "rotate(45)"}, drawing("line", {x1: 0, y1: 0, x2: 0, y2: 5, class: "hatch"})));
}

function pictureOf(access, title) {
    const rows = rowsOfMemory(access);
    const shownRows = Math.min(rows.count, mostRows + 1);
    const height = rows.at(shownRows) + (rows.left > 0 ? cellHeight : 0);
    const rest = rows.left === 0 ? null
        : drawing("text", {x: leftMargin, y: height - 6, class: "label"}, `and ${rows.left} more: see the table`);
    return drawing("svg", {viewBox: `0 0 ${pictureWidth} ${height}`, role: "img", "aria-label": title},
        hatching(), lanesRow(access), rows.drawn.flat(), rest);
}

function legendOf(access) {
    const entry = (className, text) => element("li", {}, element("span", {class: className}), text);
    const entries = [entry("used", "requested; the number is the lane, 4× means four lanes")];
    if (access.space !== "shared") {
        entries.push(entry("moved", "moved, but not requested"), entry("sector", "a sector of 32 bytes that is moved"));
    }
    return element("ul", {class: "legend"}, entries);
}
