"use strict";

// The time that each part of the GPU would need alone, as bars relative to the whole time: the source's, and
// below it the baseline's.

const least = 0.1; // a part needs at least this share of the whole time to get bars
const barHeight = 14;
const partHeight = 66;
const barsTop = 28;
const barsRight = chartWidth - 140;

// Returns the parts of @p call and @p baseline, which may be null, in decreasing order of the source's times.
// The time of the blocks includes waiting and is not a busy part, so it comes last.
function partsOf(call, baseline) {
    const names = [...new Set([call, baseline].filter((one) => one !== null).flatMap((one) => one.terms.map((term) => term.name)))];
    const termOf = (one, name) => one?.terms.find((term) => term.name === name) ?? null;
    return names.map((name) => ({waits: name === "sm", mine: termOf(call, name), other: termOf(baseline, name)}))
        .map((part) => ({...part, text: (part.mine ?? part.other).text}))
        .sort((a, b) => a.waits - b.waits || (b.mine?.share ?? 0) - (a.mine?.share ?? 0) || (b.other?.share ?? 0) - (a.other?.share ?? 0));
}

function barOf(term, y, at, className) {
    const share = term?.share ?? 0;
    return [
        drawing("rect", {x: 1, y, width: Math.max(1, at(share) - 1).toFixed(1), height: barHeight, class: className}),
        word(at(share) + 8, y + barHeight - 2, term === null ? "0 %" : `${percent(share)}, ${shownTime(term.ms)}`, "halo"),
    ];
}

function barsOf(parts, hasBaseline, source) {
    const most = Math.max(1, ...parts.flatMap(({mine, other}) => [mine?.share ?? 0, other?.share ?? 0]));
    const at = (share) => 1 + share / most * (barsRight - 1);
    const step = partHeight - (hasBaseline ? 0 : barHeight + 2);
    const height = barsTop + parts.length * step + 4;
    const told = parts.map(({text, mine, other}) => `${text}: ${percent(mine?.share ?? 0)}` +
        (hasBaseline ? `, baseline ${percent(other?.share ?? 0)}` : ""));
    const rows = parts.flatMap(({text, mine, other}, n) => {
        const y = barsTop + n * step;
        return [word(0, y + 14, text, "strong"), barOf(mine, y + 20, at, "bar"),
            hasBaseline ? barOf(other, y + 22 + barHeight, at, "bar hollow") : []];
    });
    return chart(height, `Time of each part of the GPU alone, as a share of the time of ${source}: ${told.join("; ")}.`,
        stroke(at(1), barsTop - 6, at(1), height - 4, "guide"), word(at(1), 16, "all of the time", "end label"), rows.flat());
}

function barsLegend(source, hasBaseline) {
    const entry = (className, text) => element("li", {}, element("span", {class: className}), text);
    return element("ul", {class: "legend"}, entry("bar", source), hasBaseline ? entry("bar hollow", "baseline, relative to its time") : null);
}

function termsTable(parts, hasBaseline, source) {
    const cells = (term) => term === null ? ["0 µs", "0 %"] : [shownTime(term.ms), percent(term.share)];
    return element("details", {}, element("summary", {}, "All parts as a table, including those below 10 % of the time"),
        element("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "Parts as a table"},
            plainTable("Time of each part alone", ["Part", source, "share of its time",
                ...hasBaseline ? ["baseline", "share of its time"] : []],
            parts.map(({text, mine, other}) => [text, ...cells(mine), ...hasBaseline ? cells(other) : []]))));
}

function showTerms(call, baseline, source) {
    const parts = partsOf(call, baseline);
    const large = parts.filter(({mine, other}) => Math.max(mine?.share ?? 0, other?.share ?? 0) >= least);
    put("terms",
        element("figure", {}, barsOf(large, baseline !== null, source), barsLegend(source, baseline !== null)),
        termsTable(parts, baseline !== null, source));
}
