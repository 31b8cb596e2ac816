import { bars } from "../kit/plot.mjs";

export function draw({ results }) {
  const entries = Object.keys(results.measured.labs).map((id) => {
    const { speedup } = results.build(id, "solution");
    return { name: `${id.slice(0, 2)} ${results.manifests[id].title}`, value: speedup };
  });
  return bars({
    title: "Speedups of the labs' solutions",
    description: entries.map((entry) => `${entry.name}: ${Math.round(entry.value)} times as fast as its baseline`).join("; "),
    unit: `speedup over the lab's baseline, ${results.measured.device}`,
    entries,
    mono: false,
    logarithmic: true,
  });
}
