import { Picture } from "../kit/svg.mjs";
import { plan } from "./sm.mjs";

export function draw({ results }) {
  const shape = (rung) => ({ threads: 256, registers: results.at(`01/${rung}.registers`), shared: results.at(`01/${rung}.shared_bytes`) });
  const [hungry, wide] = [shape("3_registers_cliff"), shape("4_shared_cliff")];
  const picture = new Picture({
    height: 360,
    title: "Two cliffs: how many blocks fit on an SM",
    description:
      `Two plans of an SM's 64 warp slots, for blocks of 256 threads. With ${hungry.registers} registers per thread two blocks use up the registers; with ` +
      `${wide.shared / 1024} KB of shared memory per block, two blocks use up the shared memory. In both, 48 of the 64 slots stay empty.`,
  });
  plan(picture, 20, { name: `${hungry.registers} registers per thread`, ...hungry });
  plan(picture, 510, { name: `${wide.shared / 1024} KB of shared memory per block`, ...wide });
  return picture;
}
