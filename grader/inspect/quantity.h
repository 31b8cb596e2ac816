#pragma once

/// @file
/// From a simulator's counters to the quantities that gates bound.

#include <map>
#include <string>
#include <vector>

#include "course/counter.h"
#include "inspect/observation.h"

namespace grader {

/// @p counter over @p launches together; 0 where there are none. A counter that no launch has counts as 0.
/// @param needed what the problem takes at least, by the names in course/counter.h
double quantity(const Counter& counter, const std::vector<SeenLaunch>& launches, const Counts& needed = {});

/// A ratio or sum over @p counts alone, as those of one line.
double quantity(const Counter& counter, const Counts& counts);

/// Every known counter over @p launches, for a problem that takes @p needed.
std::map<std::string, double> all_quantities(const std::vector<SeenLaunch>& launches, const Counts& needed);

/// The first of the simulator's counters that @p counter is made of and @p launch does not have. Empty when
/// all are there.
std::string missing_part(const Counter& counter, const SeenLaunch& launch);

/// @p value of @p counter for a person: "75 %", "4.02".
std::string format_quantity(const Counter& counter, double value);

} // namespace grader
