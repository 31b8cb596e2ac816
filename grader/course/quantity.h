#pragma once

/// @file
/// What a gate may bound, and how it is made of the simulator's counters.

#include <string>
#include <vector>

namespace grader {

/// How the launches of a run come to one number. A ratio is one of sums, never a mean of ratios: a small
/// kernel beside a large one has a small say.
enum class Aggregation {
    sum,           ///< `parts`, added up
    ratio,         ///< `parts` over `whole`, each added up first
    weighted_mean, ///< mean of `parts`, each launch weighing as much as it moved bytes of global memory, or where none did, executed
                   ///< instructions; the last hundredth of them, in the smallest launches, has no say
    largest        ///< the launch with the most of it
};

/// Beside the simulator's counters of a launch, what a quantity may be made of. All belong to the call:
/// what the lab's problem states of the counted cases, and what the call copied.
namespace call_counter {
inline constexpr const char* multiply_adds = "problem.multiply_adds"; ///< that they take at least
inline constexpr const char* items = "problem.items";                 ///< that they are about
inline constexpr const char* bytes = "problem.bytes";                 ///< that they read and write at least
inline constexpr const char* copied_bytes = "call.copied_bytes";      ///< between host and device, both ways
} // namespace call_counter

/// One quantity.
struct Quantity {
    std::string name;                   ///< as manifests and reports call it
    std::string text;                   ///< in words: "occupancy"; "{item}" is the problem's word for an item
    Aggregation aggregation;            ///< all launches together
    std::vector<std::string> numerator; ///< counters of the simulator's report, or of call_counter
    std::vector<std::string> denominator;               ///< of a ratio, what it is a share of
    double scale = 1;                                   ///< of a ratio
    double value_without_denominator = 0;               ///< a ratio whose `whole` is 0
    bool share = false;                                 ///< 0 to 1, and better read as a percentage
    std::vector<std::string> excluded_numerator = {};   ///< what `parts` count and is not meant
    std::vector<std::string> excluded_denominator = {}; ///< the same of `whole`
};

/// Whether @p part belongs to the call, not to each launch.
bool is_call_counter(const std::string& part);

/// What @p quantity is called where an item of the problem is an @p item: "loads for each interaction".
std::string in_words(const Quantity& quantity, const std::string& item);

/// Every quantity there is.
const std::vector<Quantity>& known_quantities();

/// The one called @p name, or null.
const Quantity* find_quantity(const std::string& name);

} // namespace grader
