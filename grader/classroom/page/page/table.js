"use strict";

// Marks: a table of students and labs that can be sorted, filtered and opened.

class MarksTable {
    constructor(data) {
        this.labs = data.labs;
        this.students = data.students;
        this.columns = [
            {words: ["Student"], value: (student) => student.name, rises: true},
            {words: ["Total"], value: (student) => student.total},
            ...data.labs.map((lab, index) => ({
                words: [numberOf(lab), shortName(lab)],
                value: (student) => sortValue(student.marks[index]),
            })),
        ];
        this.sorted = {column: this.columns[0], rises: true};
        this.wanted = {name: "", lab: null, kind: null};
        this.rows = new Map(this.students.map((student) => [student, this.rowOf(student)]));
        this.headings = this.columns.map((column) => this.headingOf(column));
        this.body = element("tbody");
        this.table = element("table", {class: "marks"},
            element("caption", {class: "unseen"}, "Marks"),
            element("thead", {}, element("tr", {}, this.headings)), this.body);
        this.show();
    }

    headingOf(column) {
        const [first, second] = column.words;
        const button = element("button", {type: "button", onclick: () => this.sortBy(column)},
            first, second ? element("small", {}, second) : null);
        return element("th", {scope: "col", class: column.rises ? "name" : "number"}, button);
    }

    rowOf(student) {
        const button = element("button", {type: "button", "aria-expanded": "false"}, student.name);
        const row = element("tr", {},
            element("th", {scope: "row", class: "name"}, button),
            element("td", {class: "number"}, totalInWords(student)),
            student.marks.map((mark) => element("td", {class: `number ${mark.is}`}, inShort(mark))));
        button.addEventListener("click", () => this.toggle(student, row, button));
        return row;
    }

    // The details of one student are built on demand.
    toggle(student, row, button) {
        if (row.opened) row.opened.remove();
        row.opened = row.opened ? null : element("tr", {class: "all"}, element("td", {colspan: this.columns.length},
            element("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": `Marks of ${student.name}`},
                plainTable(student.name, ["Lab", "Mark", "Points", "First step that failed", "Speedup", "Rules"],
                    student.marks.map((mark, index) => inFull(mark, this.labs[index]))))));
        if (row.opened) row.after(row.opened);
        button.setAttribute("aria-expanded", String(row.opened !== null));
    }

    sortBy(column) {
        const again = this.sorted.column === column;
        this.sorted = {column, rises: again ? !this.sorted.rises : column.rises === true};
        this.show();
    }

    filter(wanted) {
        this.wanted = wanted;
        this.show();
    }

    isWanted(student) {
        const {name, lab, kind} = this.wanted;
        if (!student.name.toLowerCase().includes(name.toLowerCase())) return false;
        const marks = lab === null ? student.marks : [student.marks[lab]];
        return kind === null || marks.some((mark) => kind === "noted" ? mark.noted : mark.is === kind);
    }

    show() {
        const {column, rises} = this.sorted;
        const direction = rises ? 1 : -1;
        const order = (a, b) => typeof a === "string" ? a.localeCompare(b, "en", {numeric: true}) : a - b;
        const wanted = this.students.filter((student) => this.isWanted(student))
            .sort((a, b) => direction * order(column.value(a), column.value(b)));
        const rows = wanted.map((student) => this.rows.get(student));
        this.body.replaceChildren(...rows.flatMap((row) => row.opened ? [row, row.opened] : [row]));
        this.headings.forEach((heading, index) => {
            if (this.columns[index] === column) heading.setAttribute("aria-sort", rises ? "ascending" : "descending");
            else heading.removeAttribute("aria-sort");
        });
        put("shown", wanted.length === this.students.length ? counted(wanted.length, "student")
            : `${shown(wanted.length)} of ${counted(this.students.length, "student")}`);
    }
}

function field(label, control) { return element("div", {}, element("label", {for: control.id}, label), control); }

function labChoice(id, labs, onchange) {
    return element("select", {id, onchange}, element("option", {value: ""}, "all labs"),
        labs.map((lab, index) => element("option", {value: index}, `${numberOf(lab)} ${lab.title}`)));
}

function showMarks(data) {
    const table = new MarksTable(data);
    const changed = () => table.filter({
        name: name.value.trim(),
        lab: lab.value === "" ? null : Number(lab.value),
        kind: kind.value === "" ? null : kind.value,
    });
    const name = element("input", {id: "filter-name", type: "search", autocomplete: "off", oninput: changed});
    const lab = labChoice("filter-lab", data.labs, changed);
    const kind = element("select", {id: "filter-kind", onchange: changed}, element("option", {value: ""}, "any mark"),
        Object.entries(kinds).map(([value, {words}]) => element("option", {value}, words)),
        element("option", {value: "noted"}, "with a note (*)"));
    const form = document.getElementById("filter");
    form.addEventListener("submit", (event) => event.preventDefault());
    form.replaceChildren(field("Name", name), field("Lab", lab), field("Mark", kind));
    put("marks", element("div", {class: "scroll tall", tabindex: "0", role: "region", "aria-label": "Marks"}, table.table));
    put("legend", "✓ passed, ✗ failed, ? not graded, or not in all steps, because of an infrastructure error, – not submitted. ",
        "A total with “+ ?” lacks what is not graded. * A rule of the class changes this mark.");
}
