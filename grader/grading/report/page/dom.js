"use strict";

// Makes elements. Text only ever becomes a text node: a student's text is never parsed as HTML.

function fill(node, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
        if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
        else if (value === true) node.setAttribute(name, "");
        else if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value);
    }
    node.append(...children.flat().filter((child) => child !== null && child !== undefined));
    return node;
}

function element(tag, attributes = {}, ...children) {
    return fill(document.createElement(tag), attributes, children);
}

function drawing(tag, attributes = {}, ...children) {
    return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function put(id, ...children) {
    document.getElementById(id).replaceChildren(...children.flat());
}

// Returns a table with a heading for each column; a cell is text, a number, an element, or a list of these.
function plainTable(caption, headings, rows, className = "plain") {
    const cell = (content) => element("td", {class: typeof content === "number" ? "number" : null},
        typeof content === "number" ? [shown(content)] : [content].flat());
    const head = headings.map((heading) => element("th", {scope: "col"}, heading));
    return element("table", {class: className}, element("caption", {}, caption),
        element("thead", {}, element("tr", {}, head)),
        element("tbody", {}, rows.map((row) => element("tr", {}, row.map(cell)))));
}

// Formats a number for people.
function shown(value) {
    if (Number.isInteger(value)) return value.toLocaleString("en");
    return value < 1000 ? String(Number(value.toPrecision(4))) : Math.round(value).toLocaleString("en");
}

function percent(share) {
    const value = 100 * share;
    if (value === 0) return "0 %";
    return value < 1 ? "< 1 %" : `${Math.round(value)} %`;
}

function counted(number, word, words = `${word}s`) {
    return `${shown(number)} ${number === 1 ? word : words}`;
}
