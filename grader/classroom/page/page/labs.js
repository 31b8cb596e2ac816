"use strict";

// Results of each lab: a histogram of the scores, and the number of marks of each kind.

const plot = {width: 300, height: 150, left: 10, bar: 28, top: 22, bottom: 128};

function binWords(bin, bins) { return `${100 * bin / bins} to ${100 * (bin + 1) / bins} %`; }

function histogram(lab) {
    const most = Math.max(1, ...lab.bins);
    const told = lab.bins.map((count, bin) => `${binWords(bin, lab.bins.length)}: ${count}`).join(", ");
    const bars = lab.bins.flatMap((count, bin) => {
        const height = (plot.bottom - plot.top) * count / most;
        const x = plot.left + bin * plot.bar;
        return count === 0 ? [] : [
            drawing("rect", {class: "bar", x: x + 1, y: plot.bottom - height, width: plot.bar - 2, height}),
            drawing("text", {class: "middle", x: x + plot.bar / 2, y: plot.bottom - height - 5}, String(count)),
        ];
    });
    const right = plot.left + lab.bins.length * plot.bar;
    return drawing("svg", {role: "img", viewBox: `0 0 ${plot.width} ${plot.height}`,
        "aria-label": `Students by their share of the points of ${lab.id}. ${told}`},
        bars,
        drawing("line", {class: "axis", x1: plot.left, x2: right, y1: plot.bottom, y2: plot.bottom}),
        drawing("text", {class: "label", x: plot.left, y: plot.height - 6}, "0"),
        drawing("text", {class: "label middle", x: (plot.left + right) / 2, y: plot.height - 6}, "50 %"),
        drawing("text", {class: "label end", x: right, y: plot.height - 6}, "100 %"));
}

function showLabs(labs) {
    put("labs", labs.map((lab) => {
        const handedIn = lab.passed + lab.failed + lab.not_graded;
        return element("figure", {},
            element("figcaption", {}, element("strong", {}, `${numberOf(lab)} ${lab.title}`)),
            lab.median === null ? element("p", {class: "faint"}, "No student has a grade.") : histogram(lab),
            element("p", {}, `${shown(handedIn)} submitted: ${shown(lab.passed)} passed, ${shown(lab.failed)} failed`,
                lab.not_graded > 0 ? `, ${shown(lab.not_graded)} not graded` : "", ". ",
                lab.missing > 0 ? `${shown(lab.missing)} did not submit. ` : "",
                lab.median === null ? "" : `Median ${percent(lab.median)} of the points.`));
    }));
}
