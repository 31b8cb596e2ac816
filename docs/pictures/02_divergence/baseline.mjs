import { formulas } from "./formulas.mjs";
import { Picture } from "../kit/svg.mjs";

const [left, top, wide] = [112, 62, 300];
const band = 20;
const blocks = 16;
const sms = { columns: 12, count: 132, cell: 27 };

export function draw() {
  const picture = new Picture({
    height: 440,
    title: "The baseline: sixteen blocks, and a warp along a column",
    description:
      "On the left the matrix in 16 bands of 512 rows, one per block: eight of striped rows, eight of mixed rows. In the first a warp is drawn as a vertical stroke of 32 lanes that moves to the right. On the right the 132 SMs of an H200 as a grid: 16 of them have a block, and 116 are idle.",
  });
  picture.text(left, top - 28, "8192 rows are 16 blocks", { bold: true });
  for (let block = 0; block < blocks; ++block)
    picture.box(left, top + block * band, wide, band, { of: block < blocks / 2 ? formulas[0].of : formulas[3].of, rounding: 0 });
  picture.text(left - 12, top + band / 2, "block 0", { anchor: "end", middle: true, muted: true });
  picture.text(left - 12, top + (blocks - 0.5) * band, "block 15", { anchor: "end", middle: true, muted: true });
  picture.text(left + wide + 12, top + 4 * band, "striped rows", { middle: true });
  picture.text(left + wide + 12, top + 12 * band, "mixed rows", { middle: true });
  picture.box(left + 30, top + 3, 6, band - 6, { of: "strong", rounding: 0 });
  picture.arrow(left + 42, top + band / 2, left + 150, top + band / 2, { of: "strong", thick: 2 });
  picture.text(left, top + blocks * band + 32, "32 lanes in one column, moving to the right", { muted: true });

  const right = 560;
  picture.text(right, top - 28, "132 SMs: 16 have a block", { bold: true });
  for (let sm = 0; sm < sms.count; ++sm) {
    const x = right + (sm % sms.columns) * sms.cell;
    const y = top + Math.floor(sm / sms.columns) * sms.cell;
    picture.box(x, y, sms.cell - 3, sms.cell - 3, { of: sm >= blocks ? "idle" : sm < blocks / 2 ? formulas[0].of : formulas[3].of });
  }
  picture.legend(right, top + blocks * band + 32, [["idle", "idle: 116 SMs"]]);
  return picture;
}
