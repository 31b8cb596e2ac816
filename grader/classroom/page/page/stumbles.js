"use strict";

// Common failures of the class, with the page of the course that helps; and the leaderboards.

const mostRows = 12;

function helpOf({help}) {
    if (help === null) return "";
    const words = help.title === "" ? help.page : `“${help.title}”`;
    return help.link === undefined
        ? element("span", {}, help.title === "" ? null : `${words} `, element("code", {class: "faint"}, help.page))
        : element("a", {href: help.link, rel: "noreferrer"}, words);
}

// The failures of `stumbles` in `lab`; if it is null, the most frequent ones of all labs.
function stumbleTable(caption, headings, stumbles, lab, labs, cells) {
    const wanted = stumbles.filter((stumble) => lab === null || stumble.lab === lab.id);
    if (wanted.length === 0) return element("p", {class: "faint"}, `${caption}: none.`);
    const titled = new Map(labs.map((one) => [one.id, `${numberOf(one)} ${shortName(one)}`]));
    const rows = (lab === null ? wanted.slice(0, mostRows) : wanted)
        .map((stumble) => [titled.get(stumble.lab), ...cells(stumble)]);
    const more = wanted.length - rows.length;
    return [
        element("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": caption},
            plainTable(caption, headings, rows, "plain stumbles")),
        more > 0 ? element("p", {class: "faint"}, `And ${shown(more)} less frequent ones: choose a lab to see them.`) : null,
    ].filter((part) => part !== null);
}

function showStumbles(data) {
    const handedIn = new Map(data.labs.map((lab) => [lab.id, lab.passed + lab.failed + lab.not_graded]));
    const students = (stumble) => [stumble.students, percent(stumble.students / handedIn.get(stumble.lab))];
    const show = () => {
        const lab = choice.value === "" ? null : data.labs[Number(choice.value)];
        const table = (caption, what, stumbles, ...help) => stumbleTable(caption,
            ["Lab", what, "Students", "Of those who submitted", ...help], stumbles, lab, data.labs,
            (stumble) => [stumble.what, ...students(stumble), ...help.map(() => helpOf(stumble))]);
        put("steps", table("First failed steps", "Step", data.steps));
        put("gates", table("Gates that were not passed", "Gate", data.gates, "The slide that helps"));
        put("findings", table("First findings of the simulator", "Finding", data.findings, "The page that helps"));
    };
    const choice = labChoice("stumbles-choice", data.labs, show);
    document.getElementById("stumbles-lab").replaceChildren(field("Lab", choice));
    show();
}

function showLeaderboards(data) {
    if (data.leaderboards.length === 0) return;
    document.getElementById("leaderboards").hidden = false;
    put("shared-places", data.shared_places);
    put("boards", data.leaderboards.map((board) => {
        const rows = board.rows.map(({place, name, speedup, modelled}) => [place, name, speedupInWords(speedup, modelled)]);
        return element("div", {}, plainTable(`${numberOf({id: board.lab})} ${board.title}`,
            ["Place", "Name", "Times as fast as the baseline"], rows, "plain board"));
    }));
}
