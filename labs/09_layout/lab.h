#pragma once

/// @file
/// Lab 09: records and arrays, two layouts of the same data, and the conversion from one to the other. README.md has
/// the tasks.

#include <cstdint>

/// Largest number of fields per record.
constexpr int MOST_FIELDS = 17;

/// The arguments of change_layout(): `count` records with `fields` elements each, 4 bytes per element.
///
/// As records, element f of record r has index `r * fields + f`: a record is contiguous. As arrays, it has index
/// `f * count + r`: there is one array per field, and the arrays follow one another without a gap.
struct LayoutArgs {
    const float* in;    ///< count * fields elements, aligned to 256 bytes; must not be written
    float* out;         ///< as many elements, aligned to 256 bytes; does not overlap `in`
    std::int64_t count; ///< number of records; may exceed the range of an int; may be 0
    int fields;         ///< elements per record, from 1 to MOST_FIELDS
    int to_arrays;      ///< 1: `in` has records and `out` gets arrays; 0: the reverse
};

/// Writes the elements of `in` to `out`, in the other layout.
///
/// An element is 32 bits that must arrive unchanged: not only numbers, but also infinities, -0, and each of the many
/// bit patterns of NaN. No byte before or after `out` may be written.
///
/// Called on the host; launches on the default stream and need not wait for it. Must not allocate memory.
///
/// @code
/// // count 4, fields 3, to_arrays 0
/// in:  {x0, x1, x2, x3,  y0, y1, y2, y3,  z0, z1, z2, z3}
/// out: {x0, y0, z0,  x1, y1, z1,  x2, y2, z2,  x3, y3, z3}
/// @endcode
extern "C" void change_layout(const LayoutArgs& args);

/// Returns the number of groups of @p size that hold @p count elements, rounded up: `groups_of(256, 1000)` is 4.
constexpr unsigned groups_of(int size, std::int64_t count) {
    return static_cast<unsigned>((count + size - 1) / size);
}
