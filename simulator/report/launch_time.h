#pragma once

/// @file
/// Modelled time of a launch, as the report contains it. timing/ computes it.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace simulator {

/// Predicted time of a launch after one change.
struct Suggestion {
    std::string file = {};  ///< file of the line to change; empty: the whole launch
    std::uint32_t line = 0; ///< 1-based; 0: the whole launch
    std::string what = {};  ///< `sectors`, `bank_conflicts`, ...
    double ms = 0;          ///< predicted milliseconds of the launch after the change
};

/// Modelled time of a launch.
struct LaunchTime {
    double ms = 0;            ///< total milliseconds
    std::string limiter = {}; ///< the term nearest to the total, or `latency` if none is near
    /// Time of each resource alone, in milliseconds.
    std::vector<std::pair<std::string, double>> terms = {};
    std::vector<Suggestion> suggestions = {}; ///< sorted by gain, the largest first
    /// Whether more SMs would make it faster. False if SMs are idle, or if it takes as long as its longest block.
    bool scales = true;
    /// The launch as a JSON object from which its time on another GPU can be predicted.
    std::string record = {};
};

} // namespace simulator
