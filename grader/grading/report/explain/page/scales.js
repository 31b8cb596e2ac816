"use strict";

// Formats times and rates, and draws the axes of their pictures.

const chartWidth = 720;
const letterWidth = 8.5; // of the pictures' fixed font

function shownTime(ms) {
    if (ms >= 1000) return `${(ms / 1000).toPrecision(3)} s`;
    return ms >= 1 ? `${ms.toPrecision(3)} ms` : `${(1000 * ms).toPrecision(3)} µs`;
}

// Formats "33.5 T", "1.2 GB": T is 10^12, G is 10^9.
function shownLarge(number, what = "") {
    const [unit, size] = [["T", 1e12], ["G", 1e9], ["M", 1e6]].find(([, size]) => number >= size) ?? ["", 1];
    return `${Number((number / size).toPrecision(3))} ${unit}${what}`.trim();
}

// A logarithmic axis from @p first to @p last of the picture.
function logAxis(lowest, highest, first, last) {
    const from = Math.floor(Math.log10(lowest));
    const to = Math.ceil(Math.log10(highest));
    return {
        lowest: 10 ** from,
        highest: 10 ** to,
        powers: Array.from({length: to - from + 1}, (_, n) => 10 ** (from + n)),
        at: (value) => first + (Math.log10(value) - from) / (to - from) * (last - first),
    };
}

function word(x, y, text, className = "") {
    return drawing("text", {x: x.toFixed(1), y: y.toFixed(1), class: className}, text);
}

function stroke(x1, y1, x2, y2, className) {
    return drawing("line", {x1: x1.toFixed(1), y1: y1.toFixed(1), x2: x2.toFixed(1), y2: y2.toFixed(1), class: className});
}

// A picture as wide as all charts, with @p title as its text alternative.
function chart(height, title, ...shapes) {
    return element("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "Picture"},
        drawing("svg", {viewBox: `0 0 ${chartWidth} ${height}`, role: "img", "aria-label": title, class: "chart"}, ...shapes));
}
