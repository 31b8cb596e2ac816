import { Picture } from "../kit/svg.mjs";
import { plan } from "./sm.mjs";

export function draw({ results }) {
  const registers = results.at("01/2_block_size.registers");
  const picture = new Picture({
    height: 360,
    title: "How many blocks fit on an SM: blocks of 256 threads, and blocks of 32",
    description:
      `Two plans of an SM's 64 warp slots, for a kernel with ${registers} registers per thread. Eight blocks of 256 threads fill all slots; warps run out first. Of ` +
      "blocks of 32 threads 32 fit, because an SM holds at most 32 blocks, and half of the slots stay empty.",
  });
  plan(picture, 20, { name: "256 threads per block", threads: 256, registers, shared: 0 });
  plan(picture, 510, { name: "32 threads per block", threads: 32, registers, shared: 0 });
  return picture;
}
