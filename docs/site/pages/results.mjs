// The measured results by GPU: for each lab a plot of its ladder and a table with every case.

import { escaped } from "../lib/code.mjs";
import { textPage } from "../lib/page.mjs";
import { inlined } from "../lib/pictures.mjs";
import { brief } from "../../pictures/kit/plot.mjs";

const row = (cells, tag = "td") => `<tr>${cells.map((cell, i) => `<${tag}${i > 0 ? ' style="text-align:right"' : ""}>${cell}</${tag}>`).join("")}</tr>`;

function difference(ratio) {
  const percent = Math.round(100 * (ratio - 1));
  return `${percent < 0 ? "−" : percent > 0 ? "+" : ""}${Math.abs(percent)} %`;
}

// Returns the modelled time of a build, and its difference from the measured time.
const modelledCells = (build) => (build ? [`${brief(build.modelled_ms)} ms`, difference(build.modelled_ms / build.measured_ms)] : ["", ""]);

/** Returns the table of the case `measured` of the lab `id`. Only the case that is `graded` has modelled times. */
export function caseTable(site, id, measured, graded) {
  const modelled = (name) => (graded ? site.results.modelledBuild(id, name) : undefined);
  const isModelled = measured.rungs.some((rung) => modelled(rung.name));
  const expected = (rung) => (rung.expect === "pass" ? "passes" : (rung.expect ?? "").replace("fails:", "fails "));
  const rows = [...measured.rungs, ...(measured.peers ?? [])].map((rung) => {
    const source = rung.name === "baseline" ? `labs/${id}/baseline.cu` : rung.name === "solution" ? `solutions/${id}/student.cu` : `solutions/${id}/ladder/${rung.name}.cu`;
    const target = rung.title ? undefined : site.link(source);
    const name = escaped(rung.title ?? rung.name);
    return row([target && target !== "not-handed-out.html" ? `<a href="${target}">${name}</a>` : name, `${brief(rung.ms)} ms`, ...(isModelled ? modelledCells(modelled(rung.name)) : []), `${brief(rung.speedup)}×`, expected(rung)]);
  });
  return `<h4>${escaped(measured.name)}</h4>
<p>Limit: ${brief(measured.limit_ms)} ms.${measured.floor_ms > 0 ? ` Nobody can pass ${brief(measured.floor_ms)} ms.` : ""}</p>
<div class="scroll" tabindex="0" role="group" aria-label="Table"><table><thead>${row(["file", "time", ...(isModelled ? ["modelled", "off by"] : []), "speedup", "grade"], "th")}</thead><tbody>${rows.join("\n")}</tbody></table></div>`;
}

// Explains the columns of modelled times, if there are any.
const wordsOnModelled = ({ labs }) =>
  Object.keys(labs).length === 0
    ? ""
    : `<em>Modelled</em> is the time that the simulator says such a GPU would take, of kernels alone, and <em>off by</em> how far that is from the measured time:
<a href="docs/results/model.html">how near the model comes</a>.`;

export function resultsPage(site) {
  const { measured } = site.results;
  const sections = [];
  const parts = Object.entries(measured.labs).map(([id, { cases }]) => {
    const title = `${id.slice(0, 2)} ${site.results.manifests[id].title}`;
    sections.push({ level: 2, anchor: id, html: escaped(title) });
    const plot = inlined(site.picture(`docs/pictures/${id}/ladder.svg`), `Speedup of each rung of lab ${id.slice(0, 2)}; the table below has the numbers`);
    return `<h2 id="${id}">${escaped(title)}</h2>
<figure class="scroll" tabindex="0" role="group" aria-label="Picture">${plot}</figure>
${cases.map((one, i) => caseTable(site, id, one, i === 0)).join("\n")}`;
  });
  const ceilings = measured.ceilings;
  const html = `<h1>Results on an ${escaped(measured.device)}</h1>
<p>Measured by <code>grader ladder LAB --record</code>, CUDA ${measured.toolkit / 1000}. The device copies ${brief(ceilings.copy_gb_s)} GB/s and does
${brief(ceilings.fp32_gflop_s / 1000)} TFLOP/s in fp32, measured in the same run. A speedup is how many times as fast as the lab's baseline a file is.
${wordsOnModelled(site.results.modelled)}
<a href="docs/results/tasks.html">Score after each task</a>, <a href="docs/counters_on_a_gpu.html">the simulator's counters held against the GPU's own</a>,
<a href="docs/results/stalls.html">stall reasons</a>, <a href="docs/results/verdicts.html">how certain a verdict is</a>, <a href="docs/results/mutants.html">how many mistakes a grade catches</a>,
<a href="docs/results/simulator.html">the speed of the simulator</a>, <a href="docs/results/class.html">the time to grade a class</a>.</p>
${parts.join("\n")}`;
  return textPage({ site, path: "results.html", title: "Results", sections, html });
}
