// What was measured, as docs/results holds it, and how a text asks for a number of it.
//
// A number is named by where it stands:
//   04/3_tile_32.ms                      a rung, the baseline, the solution or a peer of lab 04, at the graded sizes
//   04/3_tile_32.sectors_per_request     what the simulator counted of it
//   04/3_tile_32.gflops                  operations a nanosecond, where the lab's work is known (work below)
//   04[2047 x 2049 x 2046]/solution.ms   the same at another case that was measured
//   04/limit.ms   04/floor.ms            the lab's limit, and what nobody can pass
//   04/threshold.full   04/size.n        points, and the graded sizes
//   device.copy_gb_s                     a ceiling of the device
//   tasks/04[2].h200                     the score after task 2 on an H200 (sim: without a GPU)
//   variants/04_shared_tiling.fp64[type=double, kernel=tiles of 32].GFLOP/s    a cell of what a variant printed
//   sweeps/04_tile[TILE=16].time         a cell of a recorded sweep; times are in ms
//   stalls[lab=03, file=baseline.cu].DRAM    a cell of what warps wait for, in Nsight Compute
// A column with a space in its name stands in brackets: `variants/01_occupancy.latency[bytes on=8192].[a round]`.
// Numbers can be added, multiplied and so on: `04/baseline.ms / 04/1_coalesced.ms`.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { readTables, valueOf } from "./tables.mjs";

const json = (file) => JSON.parse(readFileSync(file, "utf8"));

/** Floating-point operations of one call at the sizes of a case, where a lab counts its work so. */
const work = {
  "04": (size) => 2 * size.n * size.m * size.p,
  "05": (size) => 2 * size.n * size.m * size.p,
};

export function readResults(root, device = "h200") {
  return new Results(root, device);
}

class Results {
  constructor(root, device) {
    const folder = join(root, "docs/results");
    this.root = root;
    this.slug = device;
    this.folder = folder;
    this.measured = json(join(folder, `${device}.json`));
    const modelled = join(folder, "times", device, "modelled.json");
    this.modelled = existsSync(modelled) ? json(modelled) : { labs: {} };
    this.ids = readdirSync(join(root, "labs")).filter((name) => /^\d\d_/.test(name)).sort();
    this.manifests = Object.fromEntries(
      this.ids.map((id) => [id, parse(readFileSync(join(root, "labs", id, "lab.toml"), "utf8"))]),
    );
    this.tasks = json(join(folder, "tasks/labs.json"));
    this.tables = new Map();
  }

  /** The labs that are about speed. */
  get timedLabs() {
    return this.ids.filter((id) => this.manifests[id].speed !== undefined);
  }

  /** "04" or "04_shared_tiling" becomes "04_shared_tiling". */
  id(lab) {
    const found = this.ids.find((id) => id === lab || id.startsWith(`${lab}_`));
    if (!found) throw new Error(`there is no lab ${lab}`);
    return found;
  }

  /** What was measured of `lab` at the case `name`; at the graded one without a name. */
  case(lab, name) {
    const cases = this.measured.labs[this.id(lab)]?.cases;
    const found = name === undefined ? cases?.[0] : cases?.find((one) => one.name === name);
    if (!found) throw new Error(`nothing was measured of lab ${lab}${name ? ` at ${name}` : ""}`);
    return found;
  }

  /** What the simulator's model says of the build `name` of `lab` at the graded case; undefined where nothing was modelled. */
  modelledBuild(lab, name) {
    return this.modelled.labs[this.id(lab)]?.builds.find((one) => one.name === name);
  }

  threshold(lab) {
    return this.manifests[this.id(lab)].speed[this.slug];
  }

  /** The rung, or the baseline, that those who did the labs before would write. */
  knownRung(lab) {
    return this.manifests[this.id(lab)].speed.known.replace(/\.cu$/, "");
  }

  build(lab, name, caseName) {
    const measured = this.case(lab, caseName);
    const found = [...measured.rungs, ...(measured.peers ?? [])].find((one) => one.name === name);
    if (!found) throw new Error(`lab ${lab} has no rung ${name}`);
    return found;
  }

  /** The rows of what a program printed, `variants/04_shared_tiling.fp64` or `sweeps/04_tile`, or of the page `stalls`. */
  table(name) {
    const file = name === "stalls" ? "stalls.md" : `${name}.txt`;
    if (!this.tables.has(name)) this.tables.set(name, readTables(readFileSync(join(this.folder, file), "utf8")));
    return this.tables.get(name);
  }

  /** The number at `path`, as the list above names it. */
  at(path) {
    const [, group, conditions, field] = path.match(/^([^[]*)\[(.*)\][/.](.+)$/) ?? [];
    if (group === undefined) {
      const [lab, key] = split(path, "/");
      return path.startsWith("device.") ? number(this.measured.ceilings[path.slice(7)], path) : this.ofLab(lab, undefined, key, path);
    }
    const [kind, name] = split(group, "/");
    if (kind === "variants" || kind === "sweeps" || group === "stalls") return cell(this.table(group), conditions, field.replace(/^\[(.*)\]$/, "$1"), path);
    if (kind === "tasks") return this.tasks[field][this.id(name)][Number(conditions)].score;
    return this.ofLab(group, conditions, field, path);
  }

  ofLab(lab, caseName, key, path) {
    const [name, field] = split(key, ".");
    const measured = () => this.case(lab, caseName);
    if (name === "limit" || name === "floor") return number(measured()[`${name}_${field}`], path);
    if (name === "size") return number(measured().size[field], path);
    if (name === "threshold") return number(this.threshold(lab)[field], path);
    const build = this.build(lab, name, caseName);
    if (field === "gflops") return work[lab.slice(0, 2)](measured().size) / build.ms / 1e6;
    return number(build[field] ?? build.counters?.[field], path);
  }
}

const split = (text, at) => [text.slice(0, text.indexOf(at)), text.slice(text.indexOf(at) + 1)];

function number(value, path) {
  if (typeof value !== "number") throw new Error(`"${path}" names no number`);
  return value;
}

/** The value in `column` of the one row that meets all `conditions`: "type=double, kernel=tiles of 32". */
function cell(rows, conditions, column, path) {
  const wanted = conditions.split(",").map((condition) => split(condition, "=").map((side) => side.trim()));
  const found = rows.filter((row) => wanted.every(([name, value]) => row[name] === valueOf(value)));
  if (found.length !== 1) throw new Error(`"${path}" names ${found.length} rows, and has to name one`);
  return number(found[0][column], path);
}
