#pragma once

/// @file
/// Lab 10: the prefix sums of a long array. README.md has the tasks.

/// Elements of ScanArgs::scratch for an array of @p count elements: one per element, and 65536 more.
constexpr long long scratch_elements(long long count) { return count + (1 << 16); }

/// Arguments of prefix_sums(): an input array, and an output array for a sum per element.
struct ScanArgs {
    const unsigned int* in; ///< count elements, 256-byte aligned, read-only
    unsigned int* out;      ///< count elements, 256-byte aligned, to be written
    unsigned int* scratch;  ///< scratch_elements(count) elements, 256-byte aligned, uninitialized
    long long count;        ///< elements of `in` and of `out`: 0 to 2^31
};

/// Writes to `out[i]` the sum of `in[0]` to `in[i]`, for every i. Sums wrap around: they are modulo 2^32.
///
/// Called on the host; launches on the default stream and need not synchronize with it. Must not allocate.
///
/// @code
/// in:  {3, 1, 0, 4294967295, 5}
/// out: {3, 4, 4, 3, 8}            // 4 + 4294967295 is 2^32 + 3
/// @endcode
extern "C" void prefix_sums(const ScanArgs& args);

/// Groups of @p size that hold @p count items, rounded up: `groups_of(256, 1000)` is 4.
constexpr long long groups_of(int size, long long count) { return (count + size - 1) / size; }
