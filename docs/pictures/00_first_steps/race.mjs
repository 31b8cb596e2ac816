// A race: two threads, one address, and two orders that are both allowed.
import { Picture } from "../kit/svg.mjs";

const rows = { writer: 96, place: 176, reader: 256 };
const high = 44;

export function draw() {
  const picture = new Picture({
    height: 388,
    title: "Two threads, one address",
    description:
      "Two timelines of threads 3 and 4 and of the element numbers[3] between them. On the left thread 3 writes 1 first, thread 4 reads 1, and computes 5 minus 1, which is right. On the right thread 4 reads " +
      "first and gets the previous value, which can be anything; thread 3 writes too late. Nothing decides which of the two is first.",
  });
  panel(picture, 124, "thread 3 is first", 20, 220, "reads 1", "5 − 1 = 4: right", "c");
  panel(picture, 556, "thread 4 is first", 220, 20, "reads ?", "5 − ?: anything", "waste");
  for (const [y, name] of [[rows.writer, "thread 3"], [rows.place, "numbers[3]"], [rows.reader, "thread 4"]])
    picture.text(108, y + high / 2, name, { anchor: "end", middle: true, mono: name.includes("[") });
  picture.text(480, 374, "Nothing decides which of the two is first.", { anchor: "middle", bold: true, size: 18 });
  return picture;
}

function panel(picture, x, name, writes, reads, read, result, of) {
  const wide = 384;
  const step = 100;
  picture.text(x, 38, name, { bold: true, size: 18 });
  picture.arrow(x, 64, x + wide, 64);
  picture.text(x + wide, 54, "time", { anchor: "end", muted: true });
  const change = x + writes + step / 2;
  const look = x + reads + step / 2;
  picture.box(x + writes, rows.writer, step, high, { of: "a", label: "writes 1" });
  picture.box(x, rows.place, change - x, high, { of: "empty", label: writes < 60 ? "?" : "? (not written yet)" });
  picture.box(change, rows.place, x + wide - change, high, { of: "a", label: "1" });
  picture.box(x + reads, rows.reader, step, high, { of, label: "" });
  picture.text(look, rows.reader + high / 2, read, { anchor: "middle", middle: true, halo: true });
  picture.arrow(change, rows.writer + high + 2, change, rows.place - 2, { of: "a", thick: 2.5 });
  picture.arrow(look, rows.place + high + 2, look, rows.reader - 2, { of: of === "c" ? "c" : "waste", thick: 2.5 });
  picture.text(look, rows.reader + high + 26, result, { anchor: "middle", of, bold: true });
}
