#pragma once

/// @file
/// How long a launch takes, as the report has it. timing/ computes it.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace simulator {

/// What a launch would take if one thing were otherwise.
struct Remedy {
    std::string file = {};  ///< of the line that it is about; empty: of the whole launch
    std::uint32_t line = 0; ///< 1-based; 0: of the whole launch
    std::string what = {};  ///< `sectors`, `bank_conflicts`, ...
    double ms = 0;          ///< the launch, then
};

/// A launch's time.
struct LaunchTime {
    double ms = 0; ///< all of it
    std::string limiter =
        {}; ///< the term that comes nearest to all of it, or `latency` where none comes near
    /// What each thing would take alone, in milliseconds.
    std::vector<std::pair<std::string, double>> terms = {};
    std::vector<Remedy> remedies = {}; ///< the one that gains most comes first
};

} // namespace simulator
