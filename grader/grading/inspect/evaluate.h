#pragma once

/// @file
/// Computes the quantities that gates bound from a simulator's counters.

#include <map>
#include <string>
#include <vector>

#include "course/quantity.h"
#include "grading/inspect/observation.h"

namespace grader {

/// Returns @p quantity over @p launches together; 0 if there are none. A counter that no launch has counts as
/// 0.
/// @param of_call values of the call rather than of a launch, by the names in call_counter
double evaluate(const Quantity& quantity, const std::vector<ObservedLaunch>& launches,
                const Counts& of_call = {});

/// Returns a ratio or sum over @p counts alone, such as those of one line.
double evaluate(const Quantity& quantity, const Counts& counts);

/// Returns every known quantity over @p launches, of a call with the values @p of_call.
std::map<std::string, double> all_quantities(const std::vector<ObservedLaunch>& launches,
                                             const Counts& of_call);

/// Returns the first of the simulator's counters that @p quantity needs and @p launch lacks. Empty if none is
/// missing.
std::string missing_part(const Quantity& quantity, const ObservedLaunch& launch);

/// Formats @p value of @p quantity for a person: "75 %", "4.02".
std::string format_quantity(const Quantity& quantity, double value);

} // namespace grader
