#pragma once

/// @file
/// Lab 06: how often each of the 256 byte values occurs in a long array. README.md has the tasks.

/// Number of counters: one for each value that a byte can have.
constexpr int BINS = 256;

/// Number of elements of HistogramArgs::scratch: space for 4096 histograms.
constexpr int SCRATCH_BINS = BINS * 4096;

/// Arguments of histogram(): an array of bytes, and a counter for each value.
struct HistogramArgs {
    const unsigned char* in; ///< count bytes, at any address, also an odd one; read-only
    unsigned int* bins;      ///< BINS counters, to be written; their initial contents have no meaning
    unsigned int* scratch;   ///< SCRATCH_BINS elements for optional use; their contents have no meaning
    long long count;         ///< bytes of `in`; any number up to 2^31; may be 0
};

/// Writes to `bins[value]` the number of bytes of `in` that are equal to `value`, for every value.
///
/// Called on the host; launches on the default stream and need not wait for it. Must not allocate.
///
/// @code
/// in:   {3, 0, 3, 255, 3}
/// bins: {1, 0, 0, 3, 0, ..., 0, 1}    // one 0, three 3, one 255
/// @endcode
extern "C" void histogram(const HistogramArgs& args);

/// Number of groups of @p size that @p count elements take, rounded up: `groups_of(256, 1000)` is 4.
constexpr long long groups_of(int size, long long count) { return (count + size - 1) / size; }
