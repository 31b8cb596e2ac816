"use strict";

// The head of the page: the counted cases, the launches, and the lab's gates.

function showHead(data) {
    document.title = `${data.source}, line by line: ${data.lab}`;
    put("lab", data.lab);
    put("title", `${data.title}: ${data.source}`);
    put("about", `Counted by the simulator, as the model of an ${data.device}: exact, and the same each time. It measures no time. `,
        data.wrong === "" ? "" : element("strong", {class: "failed"}, `The result is wrong: ${data.wrong}.`));
}

function showLaunches(data) {
    // "128" for 128 x 1 x 1
    const shape = (sizes) => element("span", {class: "shape"}, sizes.join(" × ").replace(/( × 1)+$/, ""));
    const rows = data.launches.map((launch) =>
        [element("code", {}, launch.kernel), shape(launch.grid), shape(launch.block), launch.count]);
    const totals = data.quantities.filter((quantity) => quantity.value !== 0).map((quantity) =>
        [quantity.text, element("span", {class: "number"}, quantity.shown)]);
    put("launches",
        element("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "Launches"},
            plainTable("Launches", ["Kernel", "Blocks", "Threads per block", "Times"], rows)),
        data.launches_without_lines === 0 ? [] : element("p", {},
            `It launches too many kernels to list: ${data.launches_without_lines} of them are omitted below.`),
        element("details", {}, element("summary", {}, "Totals of all launches"),
            plainTable("Totals", ["What", "How much"], totals)));
}

function gateRow(gate, lab) {
    const cell = (heading, ...content) => element("td", {"data-heading": heading}, ...content);
    const verdict = gate.passed ? element("span", {class: "verdict passed"}, "✓ passed")
        : element("span", {class: "verdict failed"}, "✗ failed");
    return element("tr", {},
        element("th", {scope: "row"}, gate.text),
        cell("Value", element("span", {class: "shape"}, gate.shown)),
        cell("Bound", element("span", {class: "shape"}, gate.bound)),
        cell("Result", verdict),
        cell("Slide", element("span", {}, `“${gate.slide_title}”`), " ",
            element("code", {class: "faint"}, `slides/${lab}.md#${gate.slide}`),
            gate.passed ? null : element("p", {class: "advice"}, gate.advice)));
}

function showGates(data) {
    if (data.gates.length === 0) return put("gates", element("p", {}, "This lab has no gates."));
    const failed = data.gates.filter((gate) => !gate.passed).length;
    const headings = ["Gate", "Value", "Bound", "Result", "The slide that teaches it"];
    put("gates",
        element("p", {}, failed === 0 ? `All ${data.gates.length} are passed.`
            : `${failed} of ${data.gates.length} failed.`),
        element("table", {class: "plain gates"},
            element("thead", {}, element("tr", {}, headings.map((text) => element("th", {scope: "col"}, text)))),
            element("tbody", {}, data.gates.map((gate) => gateRow(gate, data.lab)))));
}
