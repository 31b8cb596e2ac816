#pragma once

/// @file
/// The measurement of one build against the baseline, outside of a grade: for ladders and sweeps.

#include <optional>
#include <string>
#include <vector>

#include "course/course.h"
#include "grading/backend/backend.h"
#include "grading/grade/grade.h"
#include "grading/measure/speed_benchmark.h"
#include "grading/messages/message.h"

namespace grader {

/// The result of the measurement.
struct TimedBuild {
    Message failure;                ///< why there is no time; empty: there is one
    std::optional<Speedup> speedup; ///< speedup over the benchmark's baseline
    std::vector<Launch> launches;   ///< launches of one call
};

/// Compiles @p job and times it with @p benchmark, with @p effort.
TimedBuild time_build(const Backend& backend, const Lab& lab, SpeedBenchmark& benchmark,
                      const CompileJob& job, const MeasurementOptions& effort);

} // namespace grader
