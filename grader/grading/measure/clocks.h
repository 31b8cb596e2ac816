#pragma once

/// @file
/// What the device's clocks say of the pairs that were timed: which of them compare unlike with unlike.

#include <cstddef>
#include <string>
#include <vector>

#include "grading/measure/statistics.h"

namespace grader {

/// The clocks of a measurement.
struct Clocks {
    unsigned low_mhz = 0;    ///< the slowest multiprocessor clock of all turns
    unsigned high_mhz = 0;   ///< the fastest one
    unsigned slowdowns = 0;  ///< bits of Slowdown that were seen
    std::size_t dropped = 0; ///< pairs that were dropped because their two turns had unequal clocks

    /// Takes in both turns of @p pair.
    void add(const Pair& pair);
    /// Whether any turn's clock was read.
    [[nodiscard]] bool known() const { return high_mhz > 0; }
};

/// Drops pairs of a round whose two turns had clocks more than 2 % apart, the most unequal ones first. At most a third
/// of @p pairs goes, and @p min_remaining stay: clocks that never are equal are no reason to measure nothing. Returns how many
/// went.
std::size_t drop_unequal(std::vector<Pair>& pairs, std::size_t min_remaining);

/// @p slowdowns, bits of Slowdown, in words.
std::vector<std::string> slowdown_names(unsigned slowdowns);
/// What slowdown_names() put into these @p words.
unsigned slowdowns_from(const std::vector<std::string>& words);

} // namespace grader
