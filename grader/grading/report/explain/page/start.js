"use strict";

// Reads the document in the page, and shows it.

const data = JSON.parse(document.getElementById("explanation").textContent);
const page = {
    data,
    accesses: data.accesses,
    texts: new Map(data.counters.map((counter) => [counter.name, counter])),
    showAccess(access, goesThere) {
        showAccess(access, page);
        if (!goesThere) return;
        const heading = document.getElementById("access-heading");
        heading.scrollIntoView();
        heading.focus();
    },
};

showHead(data);
showLaunches(data);
showGates(data);
showSource(data, page);
showTime(data);

const costliest = data.lines.filter((line) => data.accesses.some((access) => isOfLine(access, line, data.source)))
    .reduce((most, line) => most === null || line.share > most.share ? line : most, null);
const first = costliest === null ? data.accesses
    : data.accesses.filter((access) => isOfLine(access, costliest, data.source));
if (first.length > 0) page.showAccess(mostTelling(first), false);
else put("picture", element("p", {}, "No access was remembered: the kernels of this source touch no memory."));
