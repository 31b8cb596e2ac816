"use strict";

// Reads the document that the page holds, and shows it.

function showAbout(data) {
    document.title = data.title;
    put("title", data.title);
    const graded = data.backend === "sim" ? "Graded on the simulator, which models times and measures none."
        : data.device === "" ? "" : `Graded on ${data.device}.`;
    put("about",
        element("p", {}, `${counted(data.students.length, "student")}, ${counted(data.labs.length, "lab")}. ${graded}`,
            data.pseudonyms ? " The names are pseudonyms." : "",
            data.complete ? null : element("strong", {}, " Some submissions are not graded yet.")),
        data.skipped.length === 0 ? [] : element("details", {},
            element("summary", {}, `Not graded, although possibly meant as submissions: ${data.skipped.length}`),
            element("ul", {}, data.skipped.map((sentence) => element("li", {}, sentence)))));
}

const data = JSON.parse(document.getElementById("class").textContent);
showAbout(data);
showMarks(data);
showLabs(data.labs);
showStumbles(data);
showLeaderboards(data);
