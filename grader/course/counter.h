#pragma once

/// @file
/// What a gate may bound, and how it is made of the simulator's counters.

#include <string>
#include <vector>

namespace grader {

/// How the launches of a run come to one number. A ratio is one of sums, never a mean of ratios: a small
/// kernel beside a large one has a small say.
enum class Over {
    sum,    ///< `parts`, added up
    ratio,  ///< `parts` over `whole`, each added up first
    warps,  ///< mean of `parts`, each launch weighing as much as it executed warp instructions
    largest ///< the launch with the most of it
};

/// Beside the simulator's counters, what a quantity may be made of: the multiply-adds that the counted cases
/// take at least, as the lab's problem states them.
inline constexpr const char* needed_multiply_adds = "problem.multiply_adds";

/// One quantity.
struct Counter {
    std::string name;               ///< as manifests and reports call it
    std::string text;               ///< in words: "occupancy"
    Over over;                      ///< all launches together
    std::vector<std::string> parts; ///< counters of the simulator's report, or what the problem needs
    std::vector<std::string> whole; ///< of a ratio, what it is a share of
    double scale = 1;               ///< of a ratio
    double of_nothing = 0;          ///< a ratio whose `whole` is 0
    bool share = false;             ///< 0 to 1, and better read as a percentage
};

/// Every quantity there is.
const std::vector<Counter>& known_counters();

/// The one called @p name, or null.
const Counter* find_counter(const std::string& name);

} // namespace grader
