// A launch that fails: without a check, and with CUDA_CHECK_LAUNCH().
import { Picture } from "../kit/svg.mjs";

const from = 108;
const high = 46;

export function draw() {
  const picture = new Picture({
    height: 368,
    title: "A refused launch, with and without a check",
    description:
      "Two timelines of host and GPU. Above, the error is not checked: the launch is refused, the host continues to its end, the GPU has done nothing, and the results are missing. Below, CUDA_CHECK_LAUNCH " +
      "checks right after the launch, gets the error, and the program stops with the line number.",
  });
  lanes(picture, 20, "no check", [
    { x: 108, wide: 150, label: "launch" },
    { x: 258, wide: 352, of: "idle", label: "continues as if all was well" },
    { x: 610, wide: 320, of: "waste", label: "the results are missing" },
  ]);
  lanes(picture, 200, "CUDA_CHECK_LAUNCH() checks", [
    { x: 108, wide: 150, label: "launch" },
    { x: 258, wide: 150, of: "c", label: "checks" },
    { x: 408, wide: 522, of: "c", label: "stops: invalid argument, at student.cu:37" },
  ]);
  return picture;
}

function lanes(picture, y, name, parts) {
  picture.text(from, y + 4, name, { bold: true, size: 18 });
  picture.text(from - 16, y + 24 + high / 2, "host", { anchor: "end", middle: true });
  picture.text(from - 16, y + 98 + 17, "GPU", { anchor: "end", middle: true });
  for (const { x, wide, of = "a", label } of parts) {
    picture.box(x, y + 24, wide, high, { of });
    picture.text(x + wide / 2, y + 24 + high / 2, label, { anchor: "middle", middle: true, halo: true });
  }
  picture.box(from, y + 98, 822, 34, { of: "empty" });
  picture.text(from + 280, y + 115, "nothing runs here: the launch was refused", { middle: true, muted: true });
  picture.arrow(from + 75, y + 24 + high, from + 75, y + 96, { thick: 2 });
  picture.line(from + 67, y + 80, from + 83, y + 96, { of: "waste", thick: 3 });
  picture.line(from + 83, y + 80, from + 67, y + 96, { of: "waste", thick: 3 });
}
