// How this lab's pictures name and colour the floats: a letter for the field, a number for the record.

export const fields = 5;

const letters = ["a", "b", "c", "d", "e"];
const kinds = ["a", "b", "c", "d", "plain"];

/** Returns the float at index `place`, in records or in arrays of `count` elements, as { field, record, label, of }. */
export const inRecords = (place) => float(place % fields, Math.floor(place / fields));
export const inArrays = (place, count) => float(Math.floor(place / count), place % count);

export const nameOf = (field) => letters[field];
export const kindOf = (field) => kinds[field];

const float = (field, record) => ({ field, record, label: `${nameOf(field)}${record}`, of: kindOf(field) });
