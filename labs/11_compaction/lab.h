#pragma once

/// @file
/// Lab 11: stream compaction: the elements of a long array that are below a bound, in their order. README.md has the tasks.

/// Elements of CompactArgs::scratch for an array of @p count elements: two per element, and 65536 more.
constexpr long long scratch_elements(long long count) { return 2 * count + (1 << 16); }

/// Arguments of keep_below(): an input array, and an output array for the kept elements.
struct CompactArgs {
    const float* in; ///< count finite numbers, 256-byte aligned, read-only
    float* out;      ///< space for count numbers, 256-byte aligned; those after the kept ones are ignored
    long long* kept; ///< on the device, to be written: the number of kept elements
    unsigned int* scratch; ///< scratch_elements(count) elements, 256-byte aligned, uninitialized
    long long count;       ///< elements of `in`: 0 to 2^31
    float bound;           ///< a finite number: elements below it are kept
};

/// Writes the elements of `in` that are below `bound` to the front of `out`, in the order of `in`, and their number to
/// `*kept`.
///
/// Called on the host; launches on the default stream and need not synchronize with it. Must not allocate.
///
/// @code
/// bound: 1
/// in:    {3, 0.5, 1, -2, 0.25}
/// out:   {0.5, -2, 0.25, ...}    // 1 is not below 1
/// kept:  3
/// @endcode
extern "C" void keep_below(const CompactArgs& args);

/// Groups of @p size that hold @p count items, rounded up: `groups_of(256, 1000)` is 4.
constexpr long long groups_of(int size, long long count) { return (count + size - 1) / size; }
