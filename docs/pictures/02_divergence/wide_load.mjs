import { formulas } from "./formulas.mjs";
import { accesses, sectorsOf } from "./recorded.mjs";
import { Picture } from "../kit/svg.mjs";

export const records = {
  four: ["02", "solutions/02_divergence/ladder/6_four_columns.cu"],
  wide: ["02", "solutions/02_divergence/student.cu"],
};

const word = 6.2;
const step = 8 * word + 2;
const left = 112;
const high = 34;

function request(picture, y, name, access) {
  picture.text(left - 14, y + high / 2, name, { anchor: "end", middle: true, muted: true });
  sectorsOf(access).forEach(({ words }, i) => {
    const x = left + i * step;
    if (words.size < 8) picture.box(x, y, 8 * word, high, { of: "waste", rounding: 0 });
    for (const at of words.keys()) picture.box(x + at * word, y, word, high, { of: formulas[at % formulas.length].of, rounding: 0 });
  });
}

export function draw({ recorded }) {
  const picture = new Picture({
    height: 404,
    title: "Four loads of 4 bytes, and one of 16",
    description:
      "The 16 sectors that hold a warp's 128 values, as recorded. Above, four loads of 4 bytes per lane: each touches all 16 sectors and uses two words of eight in each. Below, one load of 16 bytes per lane: the same 16 sectors, once, and all of their words are used.",
  });
  const four = accesses(recorded.four, "by_log = in[first]", { warp: 0 });
  const [wide] = accesses(recorded.wide, "reinterpret_cast<const float4*>", { warp: 0, kernel: "transform_striped" });
  picture.text(left, 30, "four loads of 4 bytes per lane", { bold: true });
  picture.text(left + 16 * step - 2, 30, `${four.length} requests, ${four.length} × ${four[0].sectors} sectors`, { anchor: "end" });
  four.forEach((access, i) => request(picture, 44 + i * (high + 8), `value[${i}]`, access));
  picture.text(left, 250, "one load of 16 bytes per lane", { bold: true });
  picture.text(left + 16 * step - 2, 250, `1 request, ${wide.sectors} sectors`, { anchor: "end" });
  request(picture, 264, "all four", wide);
  picture.path([[left, 308], [left, 314], [left + word * 4, 314], [left + word * 4, 308]]);
  picture.text(left, 336, "lane 0's 16 bytes");
  picture.legend(left, 386, [["waste", "touched, not used by this load"]]);
  return picture;
}
