#pragma once

/// @file
/// One build against the baseline, outside of a grade: what ladders and sweeps are made of.

#include <optional>
#include <string>
#include <vector>

#include "course/course.h"
#include "grading/backend/backend.h"
#include "grading/grade/grade.h"
#include "grading/measure/speed_benchmark.h"
#include "grading/messages/message.h"

namespace grader {

/// What came of it.
struct TimedBuild {
    Message failure;                ///< why there is no time; says nothing: there is one
    std::optional<Speedup> speedup; ///< over the arena's baseline
    std::vector<Launch> launches;   ///< of one call
};

/// Compiles @p job and times it in @p arena, with so much @p effort.
TimedBuild time_build(const Backend& backend, const Lab& lab, SpeedBenchmark& benchmark,
                      const CompileJob& job, const MeasurementOptions& effort);

} // namespace grader
