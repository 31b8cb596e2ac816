"use strict";

// Where the bytes of an access lie: in lines and sectors, or in banks.

const lanesOfWarp = 32;
const wordBytes = 4;
const sectorBytes = 32;
const lineBytes = 128;
const wordsOfLine = lineBytes / wordBytes;
const banks = 32;

function activeLanes(access) {
    return access.lanes.flatMap((offset, lane) => offset === null ? [] : [lane]);
}

// The words that a lane asks for, as places in memory. Local memory is laid out word by word for all lanes.
function wordsOfLane(access, lane) {
    const begin = access.lanes[lane] + (access.misaligned ?? 0);
    const first = Math.floor(begin / wordBytes);
    const last = Math.floor((begin + access.bytes - 1) / wordBytes);
    const words = [];
    for (let word = first; word <= last; ++word)
        words.push(access.space === "local" ? word * lanesOfWarp + lane : word);
    return words;
}

// The lines of memory that an access touches: for each of its words, the lanes that ask for it.
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

// Of a request with more than a word a lane, the lanes that are served together. Two parts of a load become one where
// neighbours, or everywhere next but one to each other, have one address.
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

// The passes over the banks: in each, a bank gives one word, to all lanes that want it or, where they have to take
// turns, to one. A pass maps a bank to its word and lanes.
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

// The passes that the simulator counted, drawn: lanes of an atomic may take turns at a word. Null where neither way
// comes to what was counted, as with a compare-and-swap, which passes twice.
function countedPasses(access) {
    for (const inTurns of [false, true]) {
        const passes = passesOf(access, inTurns);
        if (passes.length === access.wavefronts) return passes;
    }
    return null;
}
