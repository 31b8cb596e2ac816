#pragma once

/// @file
/// Which part of a GPU the modelled case of a lab runs on.

#include "course/course.h"
#include "grading/backend/backend.h"

namespace grader {

/// The part of the GPU of @p times on which the modelled case of @p lab, drawn from @p seed, takes about as long as the timed
/// case takes on all of it. Where its SMs cannot be shared out in as many parts as lab.toml says, the nearest number of parts.
InstrumentedRunSpec modelled_run(const TimeModel& times, const Lab& lab, std::uint64_t seed);

/// How much longer than a call on that part the timed case takes on the whole GPU: 1 where there are as many parts as lab.toml
/// says.
double whole_per_part(const TimeModel& times, const Lab& lab);

} // namespace grader
