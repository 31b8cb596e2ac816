"use strict";

// Chooses an access, and describes it in words and as a table, for readers who cannot see the picture.

const steps = [
    {key: "place", label: "Line", of: (access) => `${access.file}:${access.line}`,
        name: (access, data) => nameOfPlace(access, data)},
    {key: "instruction", label: "Access", of: (access) => `${access.kernel}#${access.op} ${access.space}`,
        name: (access) => `${access.kind}, ${access.space} memory, ${access.bytes} bytes a lane` +
            `${access.buffer === "" ? "" : `, “${access.buffer}”`} (instruction ${access.op})`},
    {key: "block", label: "Block", of: (access) => access.block.join(","), name: (access) => `(${access.block.join(", ")})`},
    {key: "warp", label: "Warp", of: (access) => access.warp, name: (access) => String(access.warp)},
    {key: "execution", label: "Execution", of: (access) => access.execution, name: (access) => String(access.execution)},
];

function nameOfPlace(access, data) {
    if (access.line === 0) return "no known line";
    if (access.file !== data.source) return `${access.file}:${access.line}`;
    const text = (data.lines[access.line - 1]?.text ?? "").trim();
    return `${access.line}: ${text.length > 60 ? `${text.slice(0, 59)}…` : text}`;
}

// Returns the access of a line with the largest cost per useful byte; the first of several.
function mostTelling(accesses) {
    const waste = (access) => (access.sectors ?? 4 * (access.wavefronts ?? 0)) / Math.max(access.bytes, 4);
    return accesses.reduce((most, access) => waste(access) > waste(most) ? access : most);
}

// Returns the choices of a step, given what was chosen in the previous steps.
function choicesOf(step, chosen, accesses) {
    const before = steps.slice(0, steps.indexOf(step));
    const choices = new Map();
    for (const access of accesses)
        if (before.every((other) => other.of(access) === other.of(chosen)) && !choices.has(step.of(access)))
            choices.set(step.of(access), access);
    return [...choices.values()].sort((a, b) => step.key === "place" ? a.line - b.line : 0);
}

// Returns the access that is closest to the chosen one after @p step has changed.
function closest(step, other, chosen, accesses) {
    const last = steps.indexOf(step);
    let fitting = accesses.filter((access) => steps.slice(0, last + 1).every((one) => one.of(access) === one.of(other)));
    for (const later of steps.slice(last + 1)) {
        const same = fitting.filter((access) => later.of(access) === later.of(chosen));
        if (same.length > 0) fitting = same;
    }
    return fitting[0];
}

function chooserOf(step, chosen, page) {
    const choices = choicesOf(step, chosen, page.accesses);
    const id = `choose-${step.key}`;
    const select = element("select", {id, onchange: () => {
        const other = choices[select.selectedIndex];
        page.showAccess(closest(step, other, chosen, page.accesses), false);
        document.getElementById(id).focus();
    }}, choices.map((access) => element("option", {selected: step.of(access) === step.of(chosen)},
        step.name(access, page.data))));
    return element("div", {}, element("label", {for: id}, step.label), select);
}

// Returns the access's counters, and their values without waste.
function verdictOf(access) {
    const bytes = new Set(activeLanes(access).flatMap((lane) =>
        Array.from({length: access.bytes}, (_, n) => access.lanes[lane] + n + (access.space === "local" ? lane * 2 ** 32 : 0)))).size;
    if (access.sectors !== null) {
        const touched = touchedLines(access).reduce((sum, line) => sum + touchedSectors(line).size, 0);
        const best = Math.ceil(bytes / sectorBytes);
        const turns = access.sectors === touched ? ""
            : ` They touch ${counted(touched, "sector")}; lanes that meet at one address take turns.`;
        return `The simulator counted ${counted(access.sectors, "sector")} of 32 bytes for it. ` +
            `${counted(bytes, "byte")} fill ${counted(best, "sector")} at best.${turns}`;
    }
    if (access.wavefronts !== null) {
        const conflicts = access.wavefronts - access.wavefronts_ideal;
        const drawn = countedPasses(access) === null
            ? " The picture shows the requested words, but not each pass: an atomic like this one takes more." : "";
        return `The simulator counted ${counted(access.wavefronts, "pass", "passes")} over the banks for it, ` +
            `${shown(conflicts)} of them for bank conflicts; ${access.wavefronts_ideal} at best.${drawn}`;
    }
    return "The simulator counts no sectors and no passes of constant memory: one word for all lanes is what it is made for.";
}

function summaryOf(access) {
    const lanes = activeLanes(access).length;
    const does = {load: "load", store: "store", atomic: "update"}[access.kind];
    const where = access.buffer === "" ? `${access.space} memory` : `“${access.buffer}” in ${access.space} memory`;
    return `${lanes} of 32 lanes ${does} ${counted(access.bytes, "byte")} each: ${where}.`;
}

// Returns a table with a row for each lane.
function laneTable(access, open) {
    const shared = access.space === "shared";
    const passes = shared ? countedPasses(access) : null;
    const headings = ["Lane", shared || access.space === "local" ? "Byte" : `Byte of ${access.buffer === "" ? "memory" : `“${access.buffer}”`}`,
        ...shared ? ["Bank", "Pass"] : ["Line from byte", "Sector of the line"]];
    const rows = access.lanes.map((offset, lane) => {
        if (offset === null) return [lane, "takes no part", "", ""];
        const words = wordsOfLane(access, lane);
        if (shared) {
            const served = passes?.flatMap((pass, n) =>
                [...pass.values()].some((one) => one.lanes.includes(lane)) ? [n + 1] : []).join(", ") ?? "";
            return [lane, offset, [...new Set(words.map((word) => word % banks))].join(", "), served];
        }
        const lines = [...new Set(words.map((word) => Math.floor(word / wordsOfLine)))];
        const sectors = [...new Set(words.map((word) => Math.floor(word % wordsOfLine * wordBytes / sectorBytes)))];
        return [lane, offset, lines.map((line) => shown(line * lineBytes - (access.misaligned ?? 0))).join(", "),
            sectors.join(", ")];
    });
    return element("details", {open}, element("summary", {}, "The same as a table, lane by lane"),
        element("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "Lanes of this access"},
            plainTable("Addresses by lane", headings, rows)));
}

function showAccess(access, page) {
    put("chooser", steps.map((step) => chooserOf(step, access, page)));
    const words = summaryOf(access);
    const wasOpen = document.querySelector("#picture details")?.open;
    put("access-words", words, " ", element("strong", {}, verdictOf(access)));
    put("picture",
        element("p", {class: "faint"}, "Instruction: ", element("code", {}, access.instruction)),
        element("figure", {},
            element("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "Picture of this access"},
                pictureOf(access, `${words} ${verdictOf(access)} The table below has the same, lane by lane.`)),
            legendOf(access)),
        laneTable(access, wasOpen));
}
