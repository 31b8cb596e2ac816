// The symbols of an atom and of a point in all pictures of this lab: a disc, and a square.

/** Draws an atom with its centre at (x, y); `label` is its sign, its number, or nothing. */
export function atom(picture, x, y, label, { r = 13, of = "a" } = {}) {
  picture.circle(x, y, r, { of });
  if (label !== undefined) picture.text(x, y, label, { anchor: "middle", middle: true, bold: true });
}

/** Draws a point of the grid with its centre at (x, y), `half` units to each side. */
export function point(picture, x, y, half, { of = "c", label } = {}) {
  picture.box(x - half, y - half, 2 * half, 2 * half, { of, label, rounding: 1 });
}
