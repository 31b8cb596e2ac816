// Sixteen elements scanned in two ways: Hillis-Steele's steps, and Blelloch's tree up and down.

import { Picture } from "../kit/svg.mjs";

const count = 16;
const [cell, high, step] = [27, 26, 46];
const [leftOfSteps, leftOfTree] = [20, 508];
const top = 72;

/** All states of an array of ones, and for each state the elements that changed and the source of each. */
function hillisSteele() {
  const states = [{ name: "in", values: Array(count).fill(1), from: [] }];
  for (let distance = 1; distance < count; distance *= 2) {
    const last = states.at(-1).values;
    const from = last.map((_, i) => (i >= distance ? i - distance : undefined));
    states.push({ name: `distance ${distance}`, values: last.map((value, i) => value + (last[from[i]] ?? 0)), from });
  }
  return states;
}

function blelloch() {
  const states = [{ name: "in", values: Array(count).fill(1), from: [], moved: [] }];
  const add = (name, change) => {
    const state = { name, values: [...states.at(-1).values], from: [], moved: [] };
    change(state);
    states.push(state);
  };
  for (let distance = 1; distance < count; distance *= 2)
    add("up", ({ values, from }) => {
      for (let i = 2 * distance - 1; i < count; i += 2 * distance) {
        values[i] += values[i - distance];
        from[i] = i - distance;
      }
    });
  states.at(-1).values[count - 1] = 0;
  for (let distance = count / 2; distance >= 1; distance /= 2)
    add("down", ({ values, from, moved }) => {
      for (let i = 2 * distance - 1; i < count; i += 2 * distance) {
        [values[i - distance], values[i]] = [values[i], values[i] + values[i - distance]];
        from[i] = i - distance;
        moved[i - distance] = i;
      }
    });
  return states;
}

const additions = (states) => states.reduce((sum, { from }) => sum + from.filter((one) => one !== undefined).length, 0);

export function draw() {
  const steps = hillisSteele();
  const tree = blelloch();
  const picture = new Picture({
    height: 492,
    title: "Two ways to scan 16 elements in parallel",
    description:
      `Sixteen ones. Left, Hillis-Steele: in each of 4 steps nearly all elements add the one that is 1, 2, 4 and 8 indices before them; ${additions(steps)} additions. ` +
      `Right, Blelloch: 4 steps up a tree add pairs, 4 steps down pass the sums back, each with half or twice as many elements as the step before; ${additions(tree)} additions, and the result is exclusive.`,
  });
  panel(leftOfSteps, "Hillis-Steele", steps, `${steps.length - 1} steps, ${additions(steps)} additions`);
  panel(leftOfTree, "Blelloch", tree, `${tree.length - 1} steps, ${additions(tree)} additions`);
  picture.text(leftOfSteps, top + 4 * step + 52, "inclusive", { muted: true });
  picture.text(leftOfTree + count * cell, top + 8 * step + 48, "exclusive", { anchor: "end", muted: true });
  picture.legend(leftOfSteps, top + 6.4 * step, [["a", "was added to in this step"]]);
  picture.legend(leftOfSteps, top + 6.4 * step + 30, [["d", "was moved here, or is 0 instead of the sum, 16"]]);
  picture.legend(leftOfSteps, top + 6.4 * step + 60, [["plain", "kept"]]);
  return picture;

  function panel(x, name, states, words) {
    const middle = (i) => x + (i + 0.5) * cell;
    picture.text(x, 30, name, { bold: true, size: 18 });
    picture.text(x, 56, words, { muted: true });
    states.forEach(({ values, from, moved = [] }, k) => {
      const y = top + k * step;
      from.forEach((source, i) => {
        if (source === undefined) return;
        picture.line(middle(source), y - step + high, middle(i), y - 2, { of: "a", arrow: states.length < 6 ? source % 4 === 3 || i === count - 1 : true });
      });
      moved.forEach((source, i) => picture.line(middle(source), y - step + high, middle(i), y - 2, { of: "d", arrow: true }));
      const cleared = (i) => name === "Blelloch" && k === 4 && i === count - 1;
      picture.row(x, y, count, cell, high, {
        of: (i) => (cleared(i) || moved[i] !== undefined ? "d" : from[i] !== undefined ? "a" : "plain"),
        label: (i) => values[i],
        gap: 2,
      });
    });
  }
}
