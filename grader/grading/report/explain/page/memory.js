"use strict";

// Maps the bytes of an access to lines and sectors, or to banks.

const lanesOfWarp = 32;
const wordBytes = 4;
const sectorBytes = 32;
const lineBytes = 128;
const wordsOfLine = lineBytes / wordBytes;
const banks = 32;

function activeLanes(access) {
    return access.lanes.flatMap((offset, lane) => offset === null ? [] : [lane]);
}

// Returns the addresses of the words that a lane requests. Local memory is interleaved word by word across
// all lanes.
function wordsOfLane(access, lane) {
    const begin = access.lanes[lane] + (access.misaligned ?? 0);
    const first = Math.floor(begin / wordBytes);
    const last = Math.floor((begin + access.bytes - 1) / wordBytes);
    const words = [];
    for (let word = first; word <= last; ++word)
        words.push(access.space === "local" ? word * lanesOfWarp + lane : word);
    return words;
}

// Returns the lines of memory that an access touches: for each of their words, the lanes that request it.
function touchedLines(access) {
    const lines = new Map();
    for (const lane of activeLanes(access)) {
        for (const word of wordsOfLane(access, lane)) {
            const number = Math.floor(word / wordsOfLine);
            if (!lines.has(number)) lines.set(number, {number, words: new Map()});
            const words = lines.get(number).words;
            const place = word - number * wordsOfLine;
            if (!words.has(place)) words.set(place, []);
            words.get(place).push(lane);
        }
    }
    return [...lines.values()].sort((a, b) => a.number - b.number);
}

function touchedSectors(line) {
    return new Set([...line.words.keys()].map((word) => Math.floor(word * wordBytes / sectorBytes)));
}

// Returns the groups of lanes of a request that are served together if it has more than one word per lane.
// Two groups of a load merge if neighbours, or all lanes with their second neighbours, have the same address.
function partsOfWarp(access) {
    const wanted = access.bytes <= 4 ? 1 : access.bytes <= 8 ? 2 : 4;
    const paired = (bit) => activeLanes(access).every((lane) => {
        const partner = access.lanes[lane ^ bit];
        return partner === null || partner === access.lanes[lane];
    });
    const merged = wanted > 1 && access.kind === "load" && (paired(1) || paired(2));
    const count = merged ? wanted / 2 : wanted;
    const width = lanesOfWarp / count;
    return Array.from({length: count}, (_, part) =>
        activeLanes(access).filter((lane) => Math.floor(lane / width) === part));
}

// Returns the passes over the banks: in each, a bank delivers one word, to all lanes that request it or, if
// lanes are serialized, to one. A pass maps a bank to its word and lanes.
function passesOf(access, inTurns) {
    const passes = [];
    for (const part of partsOfWarp(access)) {
        const queues = new Map();
        for (const lane of part) {
            for (const word of wordsOfLane(access, lane)) {
                const bank = ((word % banks) + banks) % banks;
                if (!queues.has(bank)) queues.set(bank, []);
                const queue = queues.get(bank);
                const same = inTurns ? undefined : queue.find((served) => served.word === word);
                if (same) same.lanes.push(lane);
                else queue.push({word, lanes: [lane]});
            }
        }
        const longest = Math.max(0, ...[...queues.values()].map((queue) => queue.length));
        for (let turn = 0; turn < longest; ++turn) {
            const pass = new Map();
            for (const [bank, queue] of queues) if (turn < queue.length) pass.set(bank, queue[turn]);
            passes.push(pass);
        }
    }
    return passes;
}

// Returns the passes that the simulator counted, for the picture: lanes of an atomic may be serialized at a
// word. Null if neither way yields the counted number, as with a compare-and-swap, which passes twice.
function countedPasses(access) {
    for (const inTurns of [false, true]) {
        const passes = passesOf(access, inTurns);
        if (passes.length === access.wavefronts) return passes;
    }
    return null;
}
