// Why a tile's index is a ticket: blocks that wait for blocks which cannot start, and blocks that do not.

import { Picture } from "../kit/svg.mjs";

export function draw() {
  const picture = new Picture({
    height: 404,
    title: "A running block takes the next tile",
    description:
      "Two GPUs with space for three blocks. Left a block takes the tile of its own index: blocks 5, 2 and 3 were started first and wait for tiles 0, 1 and 4, whose blocks cannot start: a deadlock. " +
      "Right each block takes a ticket when it starts: the same three blocks have tiles 0, 1 and 2, and every tile that one of them waits for is in progress or done.",
  });
  picture.line(480, 20, 480, 390, { of: "guide" });
  panel(28, "tile = blockIdx.x", [[5, 5], [2, 2], [3, 3]], [0, 1, 4], false);
  panel(508, "tile = a ticket", [[5, 0], [2, 1], [3, 2]], [0, 1, 4], true);
  return picture;

  function panel(x, name, running, waiting, ticket) {
    picture.text(x, 34, name, { bold: true, mono: !ticket, size: 18 });
    picture.text(x, 72, "on the GPU, in the order of their start", { muted: true });
    picture.box(x - 8, 84, 420, 96, { of: "empty", rounding: 8 });
    running.forEach(([block, tile], i) => {
      const at = x + 6 + i * 136;
      picture.box(at, 96, 124, 34, { of: "plain", label: `block ${block}` });
      picture.box(at, 134, 124, 34, { of: "a", label: ticket ? `ticket ${tile}` : `tile ${tile}` });
    });
    picture.text(x, 212, "not started: no space", { muted: true });
    waiting.forEach((block, i) => picture.box(x + 6 + i * 136, 224, 124, 34, { of: "empty", label: `block ${block}` }));
    picture.text(x, 300, "tiles", { muted: true });
    const taken = new Set(running.map(([, tile]) => tile));
    for (let tile = 0; tile < 6; ++tile) {
      const needed = !taken.has(tile) && [...taken].some((other) => other > tile);
      picture.box(x + tile * 68, 312, 60, 36, { of: taken.has(tile) ? "a" : needed ? "waste" : "empty", label: needed ? "" : tile });
      if (needed) picture.text(x + tile * 68 + 30, 330, tile, { anchor: "middle", middle: true, halo: true });
    }
    picture.text(x, 378, ticket ? "all tiles before a taken one are taken" : "deadlock: tiles 0, 1 and 4 never start", { bold: true });
  }
}
