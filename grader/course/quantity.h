#pragma once

/// @file
/// Quantities that a gate may bound, and their definition in terms of the simulator's counters.

#include <string>
#include <vector>

namespace grader {

/// How the values of a run's launches become one value. A ratio is a ratio of sums, never a mean of ratios: a
/// small kernel next to a large one has a small weight.
enum class Aggregation {
    sum,   ///< sum of `numerator`
    ratio, ///< sum of `numerator` over sum of `denominator`
    /// Mean of `numerator`, with launches weighted by bytes moved in global memory, or by executed
    /// instructions if no launch moved any; the smallest launches, with the last hundredth of the weight, are
    /// ignored.
    weighted_mean,
    largest ///< the largest value of a launch
};

/// Counters of a call, which quantities may use in addition to the simulator's counters of a launch:
/// statements of the lab's problem about the counted cases, and bytes that the call copied.
namespace call_counter {
/// Multiply-adds that the counted cases require at least.
inline constexpr const char* multiply_adds = "problem.multiply_adds";
inline constexpr const char* items = "problem.items"; ///< items of the counted cases
/// Bytes that the counted cases must at least read and write.
inline constexpr const char* bytes = "problem.bytes";
/// Bytes copied between host and device, in both directions.
inline constexpr const char* copied_bytes = "call.copied_bytes";
} // namespace call_counter

/// A quantity that a gate can bound.
struct Quantity {
    std::string name; ///< name in manifests and reports
    /// Printed name: "occupancy"; "{item}" is replaced by the problem's word for an item.
    std::string text;
    Aggregation aggregation;              ///< how the launches of a run are combined
    std::vector<std::string> numerator;   ///< counters of the simulator's report, or of call_counter
    std::vector<std::string> denominator; ///< counters below the fraction bar; only for a ratio
    double scale = 1;                     ///< factor; only for a ratio
    double value_without_denominator = 0; ///< value of a ratio whose denominator is 0
    bool share = false;                   ///< 0 to 1, printed as a percentage
    std::vector<std::string> excluded_numerator = {};   ///< counters subtracted from `numerator`
    std::vector<std::string> excluded_denominator = {}; ///< counters subtracted from `denominator`
    bool of_resident_blocks = false; ///< depends on the number of blocks that an SM of the GPU holds
};

/// Returns whether @p part is a counter of the call, not of each launch.
bool is_call_counter(const std::string& part);

/// Returns the printed name of @p quantity if an item of the problem is an @p item: "loads for each
/// interaction".
std::string in_words(const Quantity& quantity, const std::string& item);

/// Returns all quantities.
const std::vector<Quantity>& known_quantities();

/// Returns the quantity called @p name, or null.
const Quantity* find_quantity(const std::string& name);

} // namespace grader
