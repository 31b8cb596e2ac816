"use strict";

// The roofline: the limits of the GPU's memory and arithmetic, and the programs below it.

const roofArea = {left: 70, right: chartWidth - 36, top: 36, bottom: 404, height: 460};
const pointShapes = {
    baseline: (x, y) => drawing("rect", {x: x - 7, y: y - 7, width: 14, height: 14, class: "point hollow"}),
    solution: (x, y) => drawing("path", {d: `M${x},${y - 9}L${x + 9},${y}L${x},${y + 9}L${x - 9},${y}Z`, class: "point hollow"}),
    source: (x, y) => drawing("circle", {cx: x, cy: y, r: 6, class: "point"}),
};

// Returns a program's point: operations per byte, and operations per second. Null if it has none on such
// axes.
function pointOf({name, role, call}) {
    if (call === null || call.operations === 0 || call.dram_bytes === 0) return null;
    return {name, role, call, intensity: call.operations / call.dram_bytes, rate: call.operations / call.ms * 1e3};
}

// Returns the roofs' limit at this number of operations per byte.
function roofAt(intensity, roofs) {
    return 1e9 * Math.min(roofs.dram_gb_s * intensity, roofs.operations_g_s);
}

function axesOfRoofline(points, roofs) {
    const ridge = roofs.operations_g_s / roofs.dram_gb_s;
    const intensities = [...points.flatMap((point) => [point.intensity / 1.5, point.intensity * 1.5]), ridge / 20, ridge * 12];
    const rates = [...points.map((point) => point.rate / 2), 1e9 * roofs.operations_g_s * 2, 1e9 * roofs.operations_g_s / 50];
    return {
        x: logAxis(Math.min(...intensities), Math.max(...intensities), roofArea.left, roofArea.right),
        y: logAxis(Math.min(...rates), Math.max(...rates), roofArea.bottom, roofArea.top),
        ridge,
    };
}

function gridOf({x, y}) {
    const {left, right, top, bottom} = roofArea;
    return [
        ...x.powers.flatMap((power) => [stroke(x.at(power), top, x.at(power), bottom, "grid"),
            word(x.at(power), bottom + 20, shown(Number(power.toPrecision(1))), "middle label")]),
        ...y.powers.flatMap((power) => [stroke(left, y.at(power), right, y.at(power), "grid"),
            word(left - 8, y.at(power) + 5, shownLarge(power), "end label")]),
        word(0, 16, "operations per second", "label"),
        word(right, bottom + 44, "operations per byte read from or written to DRAM", "end label"),
    ];
}

function roofShapes({x, y, ridge}, roofs) {
    // The point at which the slope enters the picture.
    const start = Math.max(x.lowest, y.lowest / (1e9 * roofs.dram_gb_s));
    const at = (intensity) => [x.at(intensity), y.at(roofAt(intensity, roofs))];
    const [begin, bend, end] = [start, ridge, x.highest].map(at);
    const turn = Math.atan2(bend[1] - begin[1], bend[0] - begin[0]) * 180 / Math.PI;
    const middle = at(Math.sqrt(start * ridge));
    const slope = word(0, -10, `memory: ${shown(roofs.dram_gb_s)} GB a second`, "middle");
    slope.setAttribute("transform", `translate(${middle[0].toFixed(1)} ${middle[1].toFixed(1)}) rotate(${turn.toFixed(1)})`);
    return [
        drawing("polyline", {points: [begin, bend, end].map(([a, b]) => `${a.toFixed(1)},${b.toFixed(1)}`).join(" "), class: "roof"}),
        slope,
        word(end[0], end[1] - 27, `arithmetic: ${shownLarge(1e9 * roofs.operations_g_s)} operations a second`, "end"),
        word(end[0], end[1] - 10, `${roofs.multiprocessors} SMs × ${roofs.lanes} lanes × ${roofs.clock_ghz} GHz`, "end label"),
    ];
}

function overlap(a, b) {
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

// Returns small boxes that cover the roofs and their labels.
function boxesOfRoofs({x, y}, roofs) {
    const pieces = 40;
    const first = Math.max(x.lowest, y.lowest / (1e9 * roofs.dram_gb_s));
    return Array.from({length: pieces + 1}, (_, n) => {
        const intensity = first * (x.highest / first) ** (n / pieces);
        const [px, py] = [x.at(intensity), y.at(roofAt(intensity, roofs))];
        return {left: px - 14, right: px + 8, top: py - 40, bottom: py + 4};
    });
}

// Places two lines of label next to each point, with a leader line, so that they overlap no other point and
// no other label, if possible.
function labelsOf(points, axes, roofs, device) {
    const {x, y} = axes;
    const step = 17;
    const taken = boxesOfRoofs(axes, roofs).concat(points.map((point) => {
        const [px, py] = [x.at(point.intensity), y.at(point.rate)];
        return {left: px - 10, right: px + 10, top: py - 10, bottom: py + 10};
    }));
    const labels = points.map((point) => {
        const name = point.name.length > 28 ? `${point.name.slice(0, 27)}…` : point.name;
        const lines = [name, `${shownTime(point.call.ms)}, modelled for ${device}`];
        const wide = Math.max(...lines.map((line) => line.length)) * letterWidth;
        const [px, py] = [x.at(point.intensity), y.at(point.rate)];
        const places = [px + 24, px - 24 - wide].flatMap((left) => [0, 30, -34, 64, 98, 132, 166, 200].map((down) =>
            ({left, right: left + wide, top: py + down - step, bottom: py + down + step})));
        const inside = places.filter((place) => place.left >= roofArea.left && place.right <= roofArea.right &&
            place.top >= roofArea.top && place.bottom <= roofArea.bottom);
        const place = inside.find((one) => !taken.some((other) => overlap(one, other))) ?? inside[0] ?? places[0];
        taken.push(place);
        const behind = place.left > px;
        const [edge, side] = behind ? [place.left, "halo"] : [place.right, "halo end"];
        return {leader: stroke(px, py, behind ? edge - 3 : edge + 3, place.top + step - 8, "leader"),
            words: [word(edge, place.top + step - 4, lines[0], `${side} strong`), word(edge, place.top + 2 * step - 4, lines[1], side)]};
    });
    return [...labels.map(({leader}) => leader), ...labels.flatMap(({words}) => words)];
}

function rooflineWords(points, roofs, device) {
    const told = points.map((point) => `${point.name}: ${shown(point.intensity)} operations per byte, ${shownLarge(point.rate)} ` +
        `operations per second, ${percent(point.rate / roofAt(point.intensity, roofs))} of the roof there`);
    return `Roofline of an ${device}, modelled. ${told.length === 0 ? "No program has a modelled time" : told.join("; ")}. The table below has the same.`;
}

// Returns the picture of @p programs, each {name, role, call}, where role is one of pointShapes.
function rooflineOf(programs, roofs, device) {
    const points = programs.map(pointOf).filter((point) => point !== null);
    const axes = axesOfRoofline(points, roofs);
    const shapes = points.map((point) => pointShapes[point.role](Math.round(axes.x.at(point.intensity)), Math.round(axes.y.at(point.rate))));
    return chart(roofArea.height, rooflineWords(points, roofs, device),
        gridOf(axes), roofShapes(axes, roofs), labelsOf(points, axes, roofs, device), shapes);
}

function rooflineTable(programs, roofs) {
    const rows = programs.map((program) => {
        if (program.call === null) return [program.name, element("span", {}, `not modelled: ${program.why_none}`), "", "", "", "", ""];
        const {ms, operations, dram_bytes: bytes} = program.call;
        const point = pointOf(program);
        return [program.name, shownTime(ms), shownLarge(operations), shownLarge(bytes, "B"), ...point === null ? ["–", "–", "–"]
            : [shown(point.intensity), shownLarge(point.rate), percent(point.rate / roofAt(point.intensity, roofs))]];
    });
    return element("details", {}, element("summary", {}, "The same as a table"),
        element("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "Roofline as a table"},
            plainTable("Work of the programs", ["Program", "Time", "Operations", "Bytes", "Operations per byte",
                "Operations per second", "Share of the roof"], rows)));
}
