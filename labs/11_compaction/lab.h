#pragma once

/// @file
/// Lab 11: of a long row of numbers, those that count, in their order. README.md has the tasks.

/// How many elements CompactArgs::scratch has where the row has @p count: two for each of them, and 65536.
constexpr long long scratch_elements(long long count) { return 2 * count + (1 << 16); }

/// What keep_below() works on: a row of numbers, and room for those that are kept.
struct CompactArgs {
    const float* in; ///< count finite numbers, from a boundary of 256 bytes; only to be read
    float* out;      ///< room for count numbers, likewise; what stands behind the kept ones has no meaning
    long long* kept; ///< on the device, to be written: how many are kept
    unsigned int*
        scratch;     ///< scratch_elements(count) of them, likewise, to use; what is in them has no meaning
    long long count; ///< elements of `in`; any number up to 2^31; may be 0
    float bound;     ///< a finite number: what is below it is kept
};

/// Writes the elements of `in` that are below `bound` to the front of `out`, in the order in which they stand in `in`, and
/// to `*kept` how many these are.
///
/// Called on the host; launches on the default stream and need not wait for it. Must not allocate.
///
/// @code
/// bound: 1
/// in:    {3, 0.5, 1, -2, 0.25}
/// out:   {0.5, -2, 0.25, ...}    // 1 is not below 1
/// kept:  3
/// @endcode
extern "C" void keep_below(const CompactArgs& args);

/// How many groups of @p size it takes to hold @p count things: `groups_of(256, 1000)` is 4.
constexpr long long groups_of(int size, long long count) { return (count + size - 1) / size; }
