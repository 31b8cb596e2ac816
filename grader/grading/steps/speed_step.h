#pragma once

/// @file
/// The step `fast` with a clock: a paired measurement against the baseline, and a confidence interval against
/// a threshold.

#include <memory>

#include "course/course.h"
#include "grading/backend/backend.h"
#include "grading/backend/build.h"
#include "grading/grade/grade.h"
#include "grading/measure/speed_benchmark.h"
#include "grading/messages/message.h"
#include "grading/steps/grade_lab.h"

namespace grader {

/// Measures @p build, compares it with @p thresholds, and appends the step `fast`, the speedup and the
/// launches to @p grade.
void measure_speed(const Backend& backend, const Build& build, const GradeRequest& request,
                   const ThresholdsInUse& thresholds, LabGrade& grade);

/// Returns a benchmark for @p lab's timed case, or for @p sizes if given, with its baseline built. Inputs are
/// drawn from @p seed.
std::unique_ptr<SpeedBenchmark> make_benchmark(const Backend& backend, const Lab& lab, std::uint64_t seed,
                                               const kernelsmith::Sizes* sizes = nullptr);

/// Returns a benchmark for many grades of @p lab; null if the lab is not timed, or if @p backend measures no
/// time.
std::unique_ptr<SpeedBenchmark> benchmark_where_timed(const Backend& backend, const Lab& lab,
                                                      std::uint64_t seed);

/// Summarizes @p rounds of @p benchmark as a speedup, compared with @p thresholds.
Speedup summarize(const SpeedBenchmark& benchmark, const std::vector<Round>& rounds,
                  const ThresholdsInUse& thresholds);

/// Returns the position of a build with @p rounds relative to @p threshold, which may be wrong by a factor of 1 + @p
/// band: above or below only if it is on that side of every threshold in the band.
ThresholdSide side_within_band(const std::vector<Round>& rounds, double threshold, double band);

/// Sets status, message and points of @p step, which is `fast`, for a build with the measured @p speedup.
void judge_speedup(Step& step, const Speedup& speedup);

/// Returns remarks for the student about the thresholds of @p speedup.
std::vector<Message> remarks_on_thresholds(const Speedup& speedup);

} // namespace grader
