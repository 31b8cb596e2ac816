// The counted image, divided into head, vectors and tail. Its beginning and end are recorded addresses.

import { Picture } from "../kit/svg.mjs";

export const records = { vectors: ["03", "solutions/03_vectorize/ladder/5_sixteen_bytes.cu"] };

const cell = 25;
const y = 108;
const high = 56;

export function draw({ recorded }) {
  const load = recorded.vectors.accesses.find((access) => access.buffer === "in" && access.bytes === 16);
  const head = load.lanes[0];
  const vectors = Math.floor((load.buffer_bytes - head) / 16);
  const tail = load.buffer_bytes - head - 16 * vectors;
  const picture = new Picture({
    height: 300,
    title: "Head, vectors and tail",
    description:
      `An image of ${load.buffer_bytes} bytes that begins ${load.misaligned} bytes past a boundary of 16. The first ${head} ` +
      `bytes are the head, up to the boundary. Then come ${vectors} vectors of 16 bytes, and ${tail} bytes are left as the tail. ` +
      "The bytes before the head and after the tail belong to something else.",
  });
  let x = 14;
  const cells = (count, of, label) => {
    picture.row(x, y, count, cell, high, { of: () => of, label, mono: true });
    return (x += count * cell);
  };
  const boundary = () => picture.box(x - 2, y - 16, 4, high + 32, { of: "strong", rounding: 0 });

  picture.text(14, 24, "address % 16", { muted: true });
  cells(2, "idle");
  const begin = x;
  const first = cells(head, "b", (i) => (load.misaligned + i) % 16);
  boundary();
  picture.bracket(begin, first, y - 24, "head");
  cells(16, "a", (i) => i);
  picture.bracket(first, x, y - 24, "vector 0");
  boundary();
  picture.text(x + 30, y + high / 2, "…", { anchor: "middle", middle: true, bold: true, size: 24 });
  x += 60;
  boundary();
  const last = x;
  x += 150;
  picture.box(last, y, 150, high, { of: "a", label: "0 to 15", mono: true });
  picture.bracket(last, x, y - 24, `vector ${vectors - 1}`);
  boundary();
  const end = x;
  cells(tail, "b", (i) => i);
  picture.bracket(end, x, y - 24, "tail");
  const tailEnd = x;
  cells(2, "idle");

  const under = y + high + 48;
  picture.text(begin, under, `${head} single bytes`, { of: "b", bold: true });
  picture.text((first + end) / 2, under, `${vectors} vectors, one load and one store each`, { anchor: "middle", of: "a", bold: true });
  picture.text(tailEnd, under, `${tail} single bytes`, { anchor: "end", of: "b", bold: true });
  picture.legend(14, 282, [["idle", "not yours: read and write nothing here"]]);
  picture.box(430, 266, 4, 20, { of: "strong", rounding: 0 });
  picture.text(446, 282, "a boundary of 16");
  return picture;
}
