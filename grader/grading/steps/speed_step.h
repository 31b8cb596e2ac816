#pragma once

/// @file
/// The step `fast` by a clock: a build against the baseline, an interval against a threshold.

#include <memory>

#include "course/course.h"
#include "grading/backend/backend.h"
#include "grading/backend/build.h"
#include "grading/grade/grade.h"
#include "grading/measure/speed_benchmark.h"
#include "grading/messages/message.h"
#include "grading/steps/grade_lab.h"

namespace grader {

/// Measures @p build, compares it with @p thresholds, and appends the step `fast`, the speedup and the launches to
/// @p grade.
void measure_speed(const Backend& backend, const Build& build, const GradeRequest& request,
                   const ThresholdsInUse& thresholds, LabGrade& grade);

/// An arena for @p lab's timed case, or for @p sizes where given, with its baseline built. Inputs follow from @p seed.
std::unique_ptr<SpeedBenchmark> make_benchmark(const Backend& backend, const Lab& lab, std::uint64_t seed,
                                               const kernelsmith::Sizes* sizes = nullptr);

/// An arena for many grades of @p lab; none where it is not about speed, or @p backend tells no time.
std::unique_ptr<SpeedBenchmark> benchmark_where_timed(const Backend& backend, const Lab& lab,
                                                      std::uint64_t seed);

/// What @p rounds in @p arena say about a build's speed, by @p thresholds.
Speedup summarize(const SpeedBenchmark& benchmark, const std::vector<Round>& rounds,
                  const ThresholdsInUse& thresholds);

/// Sets status, line and points of @p step, which is `fast`, for a build that was measured to have @p speedup.
void judge_speedup(Step& step, const Speedup& speedup);

/// What a student has to know about the thresholds of @p speedup beside their numbers; empty: nothing.
Message remark_on_thresholds(const Speedup& speedup);

} // namespace grader
