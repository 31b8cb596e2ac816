#pragma once

/// @file
/// Lab 09: records and arrays, two layouts of the same data, and the way from one to the other. README.md has the
/// tasks.

#include <cstdint>

/// The most fields that a record has.
constexpr int MOST_FIELDS = 17;

/// What change_layout() works on: `count` records with `fields` elements each, 4 bytes an element.
///
/// As records, element f of record r stands at `r * fields + f`: a record is together. As arrays, it stands at
/// `f * count + r`: there is one array for each field, and the arrays follow one another without a gap.
struct LayoutArgs {
    const float* in;    ///< count * fields elements, from a boundary of 256 bytes; only to be read
    float* out;         ///< as many, from a boundary of 256 bytes; shares no byte with `in`
    std::int64_t count; ///< records; any number, more than an int can count; may be 0
    int fields;         ///< elements of a record, from 1 to MOST_FIELDS
    int to_arrays;      ///< 1: `in` has records and `out` gets arrays; 0: the other way
};

/// Writes to `out` the elements of `in` in the other layout.
///
/// An element is 32 bits that arrive as they are: not only numbers, but also infinities, -0, and each of the many
/// patterns that are not a number. No byte before or behind `out` may be written.
///
/// Called on the host; launches on the default stream and need not wait for it. Must not allocate.
///
/// @code
/// // count 4, fields 3, to_arrays 0
/// in:  {x0, x1, x2, x3,  y0, y1, y2, y3,  z0, z1, z2, z3}
/// out: {x0, y0, z0,  x1, y1, z1,  x2, y2, z2,  x3, y3, z3}
/// @endcode
extern "C" void change_layout(const LayoutArgs& args);

/// How many groups of @p size it takes to hold @p count things: `groups_of(256, 1000)` is 4.
constexpr unsigned groups_of(int size, std::int64_t count) {
    return static_cast<unsigned>((count + size - 1) / size);
}
