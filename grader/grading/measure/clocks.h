#pragma once

/// @file
/// Clock rates during a measurement, and the timed pairs whose two calls ran at different rates.

#include <cstddef>
#include <string>
#include <vector>

#include "grading/measure/statistics.h"

namespace grader {

/// The clock rates of a measurement.
struct Clocks {
    unsigned low_mhz = 0;    ///< the lowest multiprocessor clock rate of all calls
    unsigned high_mhz = 0;   ///< the highest multiprocessor clock rate of all calls
    unsigned slowdowns = 0;  ///< bits of Slowdown that occurred
    std::size_t dropped = 0; ///< pairs that were dropped because their two calls had unequal clock rates

    /// Adds the readings of both calls of @p pair.
    void add(const Pair& pair);
    /// Returns whether the clock rate of any call was read.
    [[nodiscard]] bool known() const { return high_mhz > 0; }
};

/// Drops pairs of a round whose two calls had clock rates more than 2 % apart, the most unequal ones first.
/// Drops at most a third of @p pairs and keeps at least @p min_remaining: clock rates that are never equal
/// should not prevent a measurement. Returns the number of dropped pairs.
std::size_t drop_unequal(std::vector<Pair>& pairs, std::size_t min_remaining);

/// Returns the names of @p slowdowns, bits of Slowdown.
std::vector<std::string> slowdown_names(unsigned slowdowns);
/// Parses the names @p words, the inverse of slowdown_names().
unsigned slowdowns_from(const std::vector<std::string>& words);

} // namespace grader
