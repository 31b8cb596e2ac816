#pragma once

/// @file
/// The step `fast` by a clock: a build against the baseline, an interval against a threshold.

#include <filesystem>
#include <memory>

#include "backend/backend.h"
#include "course/course.h"
#include "grade/grade.h"
#include "grade/grade_lab.h"
#include "measure/arena.h"

namespace grader {

/// Measures the build @p object and appends the step `fast`, the speedup and the launches to @p grade.
void measure_speed(const Backend& backend, const Lab& lab, const std::filesystem::path& object,
                   const GradeRequest& request, LabGrade& grade);

/// An arena for @p lab's timed case, or for @p sizes where given, with its baseline built. Inputs
/// follow from @p seed, what a challenger must not guess from @p secrets.
std::unique_ptr<Arena> make_arena(const Backend& backend, const Lab& lab, std::uint64_t seed,
                                  const kernelsmith::Sizes* sizes = nullptr, Secrets secrets = Secrets());

/// An arena for many grades of @p lab; none where it is not about speed, or @p backend tells no time.
std::unique_ptr<Arena> arena_where_timed(const Backend& backend, const Lab& lab, std::uint64_t seed);

/// The build of the baseline of @p lab. Throws EnvironmentError when it does not compile.
std::filesystem::path built_baseline(const Backend& backend, const Lab& lab);

/// The thresholds that hold on the device called @p slug, and the device they come from.
std::pair<std::string, Threshold> threshold_for(const SpeedRule& rule, const std::string& slug);

/// Says so where the thresholds of @p speedup are those of another GPU than @p device; empty: they are its own.
std::string told_of_thresholds(const Speedup& speedup, const DeviceFacts& device);

/// What @p rounds in @p arena says of a build's speed.
Speedup summarize(const Arena& arena, const std::vector<Round>& rounds, const SpeedRule& rule,
                  const std::string& slug);

} // namespace grader
