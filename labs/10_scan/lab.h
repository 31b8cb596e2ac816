#pragma once

/// @file
/// Lab 10: the prefix sums of a long row of numbers. README.md has the tasks.

/// How many elements ScanArgs::scratch has where the row has @p count: one for each of them, and 65536.
constexpr long long scratch_elements(long long count) { return count + (1 << 16); }

/// What prefix_sums() works on: a row of numbers, and a sum for each of them.
struct ScanArgs {
    const unsigned int* in; ///< count elements, from a boundary of 256 bytes; only to be read
    unsigned int* out;      ///< count elements, from a boundary of 256 bytes, to be written
    unsigned int*
        scratch;     ///< scratch_elements(count) of them, likewise, to use; what is in them has no meaning
    long long count; ///< elements of `in` and of `out`; any number up to 2^31; may be 0
};

/// Writes to `out[i]` the sum of `in[0]` to `in[i]`, for every i. Sums wrap around: they are modulo 2^32.
///
/// Called on the host; launches on the default stream and need not wait for it. Must not allocate.
///
/// @code
/// in:  {3, 1, 0, 4294967295, 5}
/// out: {3, 4, 4, 3, 8}            // 4 + 4294967295 is 2^32 + 3
/// @endcode
extern "C" void prefix_sums(const ScanArgs& args);

/// How many groups of @p size it takes to hold @p count things: `groups_of(256, 1000)` is 4.
constexpr long long groups_of(int size, long long count) { return (count + size - 1) / size; }
