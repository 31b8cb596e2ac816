#pragma once

/// @file
/// The part of a GPU on which the modelled case of a lab runs.

#include "course/course.h"
#include "grading/backend/backend.h"

namespace grader {

/// Returns the part of the GPU of @p times on which the modelled case of @p lab, drawn from @p seed, takes
/// about as long as the timed case on the whole GPU. If the number of SMs is not divisible by the number of
/// parts in lab.toml, the part has the nearest number of SMs.
InstrumentedRunSpec modelled_run(const TimeModel& times, const Lab& lab, std::uint64_t seed);

/// Returns the time of the timed case on the whole GPU divided by that of a call on the part: 1 if the number
/// of parts is the one in lab.toml.
double whole_per_part(const TimeModel& times, const Lab& lab);

} // namespace grader
