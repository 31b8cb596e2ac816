#pragma once

/// @file
/// Lab 06: how often each of the 256 bytes occurs in a long row of them. README.md has the tasks.

/// One counter for each value that a byte can have.
constexpr int BINS = 256;

/// How many elements HistogramArgs::scratch has: 4096 histograms fit.
constexpr int SCRATCH_BINS = BINS * 4096;

/// What histogram() works on: a row of bytes, and a counter for each value.
struct HistogramArgs {
    const unsigned char* in; ///< count bytes, at any address, also an odd one; only to be read
    unsigned int* bins;      ///< BINS counters, to be written; what stands there before has no meaning
    unsigned int* scratch;   ///< SCRATCH_BINS elements to use or to leave; what is in them has no meaning
    long long count;         ///< bytes of `in`; any number up to 2^31; may be 0
};

/// Writes to `bins[value]` how many of the `count` bytes of `in` are equal to `value`, for every value.
///
/// Called on the host; launches on the default stream and need not wait for it. Must not allocate.
///
/// @code
/// in:   {3, 0, 3, 255, 3}
/// bins: {1, 0, 0, 3, 0, ..., 0, 1}    // one 0, three 3, one 255
/// @endcode
extern "C" void histogram(const HistogramArgs& args);

/// How many groups of @p size it takes to hold @p count things: `groups_of(256, 1000)` is 4.
constexpr long long groups_of(int size, long long count) { return (count + size - 1) / size; }
