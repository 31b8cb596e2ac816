// The elements that a warp reads for four steps of k: as a row of 32 outputs, and as a patch of 4 x 8. Recorded from two rungs.
import { Picture } from "../kit/svg.mjs";

export const records = {
  row: ["04", "solutions/04_shared_tiling/ladder/8_padded.cu"],
  patch: ["04", "solutions/04_shared_tiling/ladder/9_warp_patches.cu"],
};

const tile = 32;
const cell = 7;
const warp = 13; // a warp that is not at the edge of its tile
const vector = 30; // drawn length of a vector of 16 bytes

const unique = (values) => [...new Set(values)];

/** Returns the first access of the warp on the line with `text`. */
function access(recorded, text, kind) {
  const { line } = recorded.lines.find((one) => one.text.includes(text));
  return recorded.accesses.find(
    (one) => one.line === line && one.kind === kind && one.warp === warp && one.execution === 1 && one.block.every((at) => at === 0),
  );
}

/** Returns the warp's elements of C in its tile, and its loads of A and B for the first four steps of k. */
function seen(recorded, m) {
  const elements = access(recorded, "c[row * m + column] = sum", "store").lanes.map((offset) => [Math.floor(offset / 4 / m), (offset / 4) % m]);
  const a = access(recorded, "from_a = *reinterpret_cast", "load");
  const b = access(recorded, "from_b = *reinterpret_cast", "load");
  const rows = unique(elements.map(([row]) => row));
  const columns = unique(elements.map(([, column]) => column));
  if (rows.length !== unique(a.lanes).length || columns.length !== unique(b.lanes).length)
    throw new Error("a warp reads other vectors than its elements of C need");
  return { elements, rows, columns, a, b };
}

export function draw({ results, recorded }) {
  const { m } = results.manifests[results.id("04")].counted[0].sizes;
  const picture = new Picture({
    height: 360,
    title: "A warp as a row, and as a patch",
    description:
      "A tile of C with 32 rows and 32 columns, twice. On the left a warp has 32 columns of one row: for four steps of k it reads 1 vector of 16 " +
      "bytes of A and 32 of B, in 2 and 4 passes. On the right it has a patch of 4 rows and 8 columns: 4 vectors of A and 8 of B, in 2 passes each.",
  });
  panel(30, "32 columns of one row", seen(recorded.row, m));
  panel(506, "a patch: 4 rows, 8 columns", seen(recorded.patch, m));
  return picture;

  function panel(x, name, { elements, rows, columns, a, b }) {
    const c = { x: x + vector + 10, y: 50 + vector + 10 };
    const side = tile * cell;
    picture.text(x, 26, name, { bold: true });
    picture.box(c.x, c.y, side, side, { of: "plain", rounding: 0 });
    picture.box(x, c.y, vector, side, { of: "empty", rounding: 0 });
    picture.box(c.x, 50, side, vector, { of: "empty", rounding: 0 });
    for (const row of rows) picture.box(x, c.y + row * cell, vector, cell, { of: "a", rounding: 0 });
    for (const column of columns) picture.box(c.x + column * cell, 50, cell, vector, { of: "b", rounding: 0 });
    for (const [row, column] of elements) picture.box(c.x + column * cell, c.y + row * cell, cell, cell, { of: "c", rounding: 0 });
    picture.text(c.x + side / 2, c.y + side + 26, "the block's tile of C", { anchor: "middle", muted: true });

    const words = c.x + side + 22;
    const vectors = (load) => `${unique(load.lanes).length} × 16 bytes`;
    picture.text(words, 70, "B", { bold: true, of: "b", size: 20 });
    picture.text(words + 24, 70, `${vectors(b)}\n${b.wavefronts} passes`);
    picture.text(words, 130, "A", { bold: true, of: "a", size: 20 });
    picture.text(words + 24, 130, `${vectors(a)}\n${a.wavefronts} passes`);
    picture.line(words, 168, words + 130, 168);
    picture.text(words, 198, `${a.wavefronts + b.wavefronts} passes`, { bold: true, size: 20 });
    picture.text(words, 224, "for 4 multiply-adds\nof the warp");
  }
}
