#pragma once

/// @file
/// From a simulator's counters to the quantities that gates bound.

#include <map>
#include <string>
#include <vector>

#include "course/quantity.h"
#include "grading/inspect/observation.h"

namespace grader {

/// @p quantity over @p launches together; 0 where there are none. A counter that no launch has counts as 0.
/// @param of_call what belongs to the call and not to a launch, by the names of call_counter
double evaluate(const Quantity& quantity, const std::vector<ObservedLaunch>& launches,
                const Counts& of_call = {});

/// A ratio or sum over @p counts alone, as those of one line.
double evaluate(const Quantity& quantity, const Counts& counts);

/// Every known quantity over @p launches, over a call that is known to have @p of_call.
std::map<std::string, double> all_quantities(const std::vector<ObservedLaunch>& launches,
                                             const Counts& of_call);

/// The first of the simulator's counters that @p quantity is made of and @p launch does not have. Empty when
/// all are there.
std::string missing_part(const Quantity& quantity, const ObservedLaunch& launch);

/// @p value of @p quantity for a person: "75 %", "4.02".
std::string format_quantity(const Quantity& quantity, double value);

} // namespace grader
