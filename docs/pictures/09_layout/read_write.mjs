// The sectors between L1 and L2 for five strided loads, and for five strided stores.
import { Picture } from "../kit/svg.mjs";
import { fields } from "./words.mjs";

const sectors = 20; // that contain 32 records of five fields
const cell = 15.5;
const high = 26;
const step = 38;
const top = 92;

export function draw() {
  const picture = new Picture({
    height: 370,
    title: "Strided loads and strided stores",
    description:
      "Five loads of a warp on the left, five stores on the right, one for each field of 32 records. The first load fetches all 20 sectors, and the other four " +
      "hit in L1: 20 sectors in all. Each store sends its part of all 20 sectors to L2: 100 sectors in all.",
  });
  panel(84, "to arrays: five loads from records", "a", (field) => field === 0, "20 sectors from L2 for five loads");
  panel(564, "to records: five stores to records", "waste", () => true, "100 sectors to L2 for five stores");
  picture.line(472, 14, 472, 322, { of: "guide" });
  picture.legend(24, 354, [["a", "a sector that is read from L2"], ["waste", "a sector that is written, in part"], ["empty", "nothing between L1 and L2"]]);
  return picture;

  function panel(x, name, of, moves, sum) {
    const wide = sectors * cell;
    picture.text(x - 60, 28, name, { bold: true });
    picture.text(x, top - 14, "the 20 sectors of 32 records", { muted: true });
    for (let field = 0; field < fields; ++field) {
      const y = top + field * step;
      picture.text(x - 10, y + high / 2, `f = ${field}`, { anchor: "end", middle: true });
      if (moves(field)) picture.row(x, y, sectors, cell, high, { of: () => of, gap: 1 });
      else picture.box(x, y, wide, high, { of: "empty", label: "in L1 already" });
    }
    picture.text(x + wide / 2, top + fields * step + 22, sum, { anchor: "middle", bold: true });
  }
}
