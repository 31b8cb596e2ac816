"use strict";

// Text forms of marks.

const kinds = {
    passed: {sign: "✓", words: "passed"},
    failed: {sign: "✗", words: "failed"},
    not_graded: {sign: "?", words: "not graded"},
    missing: {sign: "–", words: "not submitted"},
};

// "04" of "04_shared_tiling"
function numberOf(lab) { return lab.id.split("_")[0]; }

// "shared tiling" of "04_shared_tiling"
function shortName(lab) { return lab.id.split("_").slice(1).join(" "); }

// A mark in one cell of the table.
function inShort(mark) {
    const {sign} = kinds[mark.is];
    return `${sign}${mark.score === undefined ? "" : ` ${shown(mark.score)}`}${mark.noted ? "*" : ""}`;
}

// Sort key of a column: points, and below all points first "not graded", then "not submitted".
function sortValue(mark) {
    if (mark.score !== undefined) return mark.score;
    return mark.is === "not_graded" ? -1 : -2;
}

function totalInWords(student) { return shown(student.total) + (student.not_graded > 0 ? " + ?" : ""); }

// Marks a modelled speedup as such.
function speedupInWords([ratio, low, high], modelled) {
    return `${shown(ratio)} times (${shown(low)} to ${shown(high)})${modelled ? `, modelled for ${modelled}` : ""}`;
}

// All details of a mark, as the cells of a row.
function inFull(mark, lab) {
    const {sign, words} = kinds[mark.is];
    const points = mark.score === undefined ? "" : `${shown(mark.score)} of ${shown(mark.of)}`;
    const before = mark.graded === undefined ? "" : `graded ${shown(mark.graded)}`;
    const failed = mark.step === undefined ? mark.message ?? ""
        : mark.message === undefined ? mark.step : `${mark.step}: ${mark.message}`;
    const hasNoText = mark.noted && mark.note === undefined && before === "";
    const rules = [before, mark.note ?? (hasNoText ? "yes" : ""), mark.attempt ? `submission ${mark.attempt}` : ""];
    return [
        `${numberOf(lab)} ${lab.title}`,
        element("span", {class: mark.is}, `${sign} ${words}`),
        points,
        failed,
        mark.speedup ? speedupInWords(mark.speedup, mark.modelled) : "",
        rules.filter((text) => text !== "").join("; "),
    ];
}
