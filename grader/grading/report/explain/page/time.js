"use strict";

// The simulator's model of the time: the roofline, the parts of the GPU, and the suggestions.

// Returns the programs that have a point in the pictures; the source is drawn last, on top of the others.
function programsOf(time, source) {
    return [...time.reference_programs.map((program) => ({...program, role: program.name})),
        {name: source, why_none: time.why_none, call: time.call, role: "source"}];
}

function timeWords(time, source) {
    return [
        element("p", {}, `The lab's timed case takes ${source} `, element("strong", {}, `${shownTime(time.call.ms)}, modelled for ${time.device}`),
            `. Nothing of this was measured. `, time.call.limited_by),
        element("p", {class: "faint"}, `Modelled: ${time.case}.`, time.no_speed === "" ? "" : ` The times of two programs make no speedup here: ${time.no_speed}.`),
    ];
}

function roofWords(roofs, device) {
    return element("figcaption", {},
        "An operation is one arithmetic instruction that one lane executes: on integers, bits or floating-point numbers, or from one type to another. " +
        "They are counted in PTX, and a multiply-add is one. ",
        `The roofs are those of the ${device} by its data sheet: its memory moves ${shown(roofs.dram_gb_s)} GB a second, and ` +
        `${roofs.multiprocessors} SMs begin an instruction for ${roofs.lanes} lanes each at ${roofs.clock_ghz} GHz. ` +
        "A program on the slope is limited by memory, one on the flat part by arithmetic; one far below both is limited by something else. " +
        "G is 10^9, T is 10^12.");
}

// Returns the line of a suggestion, with a link if the page has that line.
function placeOfSuggestion(suggestion, data) {
    if (suggestion.about !== "line") return suggestion.about === "host" ? "the host" : "all of the kernel";
    const name = suggestion.file === data.source ? `line ${suggestion.line}` : `${suggestion.file}:${suggestion.line}`;
    const id = idOfLine(suggestion.line, suggestion.file, data.source);
    return document.getElementById(id) === null ? name : element("a", {href: `#${encodeURIComponent(id)}`}, name);
}

function showSuggestions(time, data) {
    if (time.suggestions.length === 0)
        return put("suggestions", element("p", {}, "The model has no suggestion that would make it faster."));
    const rows = time.suggestions.map((suggestion) => [placeOfSuggestion(suggestion, data), suggestion.text,
        element("span", {class: "shape"}, shownTime(suggestion.ms)), element("span", {class: "shape"}, `${suggestion.times_faster.toFixed(2)} times`)]);
    put("suggestions",
        element("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "Suggestions"},
            plainTable("Each change by itself. After a change, run explain again.", ["Where", "Change", "Time then", "Faster"], rows)));
}

// Requires the lines of the source on the page, to which it links.
function showTime(data) {
    const {time, source} = data;
    if (time.call === null)
        return put("time", element("p", {}, `How long it takes is not known: ${time.why_none}.`));
    const programs = programsOf(time, source);
    put("time-words", timeWords(time, source));
    put("roofline",
        element("figure", {}, rooflineOf(programs, time.roofs, time.device), roofWords(time.roofs, time.device)),
        rooflineTable(programs, time.roofs));
    showTerms(time.call, time.reference_programs.find((program) => program.name === "baseline")?.call ?? null, source);
    showSuggestions(time, data);
}
