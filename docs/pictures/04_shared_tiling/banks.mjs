// The banks of each lane's 16 bytes in the tile of B, without padding and with it. Recorded from two rungs.
import { Picture } from "../kit/svg.mjs";

export const records = {
  plain: ["04", "solutions/04_shared_tiling/ladder/7_bank_conflicts.cu"],
  padded: ["04", "solutions/04_shared_tiling/ladder/8_padded.cu"],
};

const banks = 32;
const bankBytes = 4;
const group = 8; // lanes whose 16 bytes fill the banks once
const wide = 10.5;
const high = 8.5;

/** Returns the first warp's load from the tile of B at the first step of k, and the pass of its group in which each lane is served. */
function firstLoad(recorded) {
  const line = recorded.lines.find(({ text }) => text.includes("from_b = *reinterpret_cast"));
  const load = recorded.accesses.find(
    (access) => access.line === line.line && access.kind === "load" && access.warp === 0 && access.block.every((at) => at === 0),
  );
  const turns = load.lanes.map((offset, lane) => {
    const before = load.lanes.slice(lane - (lane % group), lane);
    return before.filter((other) => other !== offset && bankOf(other) === bankOf(offset)).length;
  });
  const passes = Array.from({ length: load.lanes.length / group }, (_, i) => Math.max(...turns.slice(i * group, (i + 1) * group)) + 1);
  const all = passes.reduce((sum, one) => sum + one);
  if (all !== load.wavefronts) throw new Error(`${all} passes are drawn, but ${load.wavefronts} were counted`);
  return { ...load, turns, passes };
}

const bankOf = (offset) => (offset / bankBytes) % banks;

export function draw({ recorded }) {
  const picture = new Picture({
    height: 434,
    title: "Banks of a load of 16 bytes, without padding and with it",
    description:
      "For each of 32 lanes, the four of 32 banks that hold its 16 bytes of the tile of B. With rows of 32 floats all lanes access the same " +
      "four banks: 32 passes, one per lane, while 28 banks are idle. With rows of 36 floats each lane begins four banks " +
      "after the previous one, and eight lanes fill all 32 banks: 4 passes.",
  });
  const x = [62, 540];
  panel(x[0], "rows of 32 floats", firstLoad(recorded.plain));
  panel(x[1], "rows of 36 floats: 4 of padding", firstLoad(recorded.padded));
  picture.legend(62, 424, [["b", "16 bytes of a lane"], ["waste", "the same, but it waits: a bank conflict"]]);
  return picture;

  function panel(x, name, load) {
    const y = 78;
    const right = x + banks * wide;
    picture.text(x, 26, name, { bold: true });
    picture.text(x, y - 12, "bank 0", { muted: true });
    picture.text(right, y - 12, "bank 31", { anchor: "end", muted: true });
    for (let lane = 0; lane < load.lanes.length; lane += group)
      picture.box(x, y + lane * high, banks * wide, group * high, { of: "plain", rounding: 0 });
    load.lanes.forEach((offset, lane) => {
      const first = bankOf(offset);
      picture.box(x + first * wide, y + lane * high, (load.bytes / bankBytes) * wide, high, { of: load.turns[lane] ? "waste" : "b", rounding: 0 });
    });
    for (let i = 0; i < load.passes.length; ++i) {
      const middle = y + (i + 0.5) * group * high;
      const lanes = `${i * group}–${(i + 1) * group - 1}`;
      picture.text(x - 8, middle, lanes, { anchor: "end", middle: true, muted: true });
      picture.text(right + 8, middle, load.passes[i] === 1 ? "1 pass" : `${load.passes[i]} passes`, { middle: true });
    }
    picture.text(x - 8, y - 12, "lane", { anchor: "end", muted: true });
    picture.text(x + (banks * wide) / 2, y + load.lanes.length * high + 30, `total: ${load.wavefronts} passes`, { anchor: "middle", bold: true, size: 18 });
  }
}
