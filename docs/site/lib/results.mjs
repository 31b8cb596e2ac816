// The measured results in docs/results, and the names by which texts refer to their numbers.
//
// The name of a number is its path:
//   04/3_tile_32.ms                      a rung, the baseline, the solution or a peer of lab 04, at the timed sizes
//   04/3_tile_32.sectors_per_request     a counter of it, from the simulator
//   04/3_tile_32.gflops                  operations per nanosecond, for labs with a count of operations (work below)
//   04[2047 x 2049 x 2046]/solution.ms   the same at another measured case
//   04/limit.ms   04/floor.ms            the lab's limit, and the floor that no program can pass
//   04/threshold.full   04/size.n        thresholds of the points, and the timed sizes
//   device.copy_gb_s                     a ceiling of the device
//   tasks/04[2].h200                     the score after task 2 on an H200 (sim: without a GPU)
//   variants/04_shared_tiling.fp64[type=double, kernel=tiles of 32].GFLOP/s    a cell of the output of a variant
//   sweeps/04_tile[TILE=16].time         a cell of a recorded sweep; times are in ms
//   stalls[lab=03, file=baseline.cu].DRAM    a cell of the warps' stall reasons, from Nsight Compute
// The name of a column with a space is in brackets: `variants/01_occupancy.latency[bytes on=8192].[a round]`.
// Numbers can be added, multiplied and so on: `04/baseline.ms / 04/1_coalesced.ms`.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { readTables, valueOf } from "./tables.mjs";

const json = (file) => JSON.parse(readFileSync(file, "utf8"));

/** Floating-point operations of one call at the sizes of a case, for labs that count their work in them. */
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

  /** Returns the labs that are about speed. */
  get timedLabs() {
    return this.ids.filter((id) => this.manifests[id].speed !== undefined);
  }

  /** Returns the full id: "04" or "04_shared_tiling" becomes "04_shared_tiling". */
  id(lab) {
    const found = this.ids.find((id) => id === lab || id.startsWith(`${lab}_`));
    if (!found) throw new Error(`there is no lab ${lab}`);
    return found;
  }

  /** Returns the results of `lab` at the case `name`; without a name, at the timed case. */
  case(lab, name) {
    const cases = this.measured.labs[this.id(lab)]?.cases;
    const found = name === undefined ? cases?.[0] : cases?.find((one) => one.name === name);
    if (!found) throw new Error(`nothing was measured of lab ${lab}${name ? ` at ${name}` : ""}`);
    return found;
  }

  /** Returns the modelled times of the build `name` of `lab` at the timed case; undefined if none were modelled. */
  modelledBuild(lab, name) {
    return this.modelled.labs[this.id(lab)]?.builds.find((one) => one.name === name);
  }

  threshold(lab) {
    return this.manifests[this.id(lab)].speed[this.slug];
  }

  /** Returns the rung, or the baseline, that uses only techniques of earlier labs. */
  knownRung(lab) {
    return this.manifests[this.id(lab)].speed.known.replace(/\.cu$/, "");
  }

  build(lab, name, caseName) {
    const measured = this.case(lab, caseName);
    const found = [...measured.rungs, ...(measured.peers ?? [])].find((one) => one.name === name);
    if (!found) throw new Error(`lab ${lab} has no rung ${name}`);
    return found;
  }

  /** Returns the rows of a program's output, `variants/04_shared_tiling.fp64` or `sweeps/04_tile`, or of the page `stalls`. */
  table(name) {
    const file = name === "stalls" ? "stalls.md" : `${name}.txt`;
    if (!this.tables.has(name)) this.tables.set(name, readTables(readFileSync(join(this.folder, file), "utf8")));
    return this.tables.get(name);
  }

  /** Returns the number at `path`, in the form of the list above. */
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

/** Returns the value in `column` of the one row that meets all `conditions`: "type=double, kernel=tiles of 32". */
function cell(rows, conditions, column, path) {
  const wanted = conditions.split(",").map((condition) => split(condition, "=").map((side) => side.trim()));
  const found = rows.filter((row) => wanted.every(([name, value]) => row[name] === valueOf(value)));
  if (found.length !== 1) throw new Error(`"${path}" names ${found.length} rows, and has to name one`);
  return number(found[0][column], path);
}
