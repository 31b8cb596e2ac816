#pragma once

/// @file
/// Regrading of a bundle.

#include <functional>
#include <string>
#include <vector>

#include "classroom/bundle/bundle.h"
#include "classroom/bundle/comparison.h"
#include "course/course.h"
#include "grading/backend/backend.h"

namespace grader {

/// Result of a replay.
struct ReplayResult {
    std::vector<std::string> differences; ///< between the environments, one sentence each
    GradeComparison comparison;           ///< comparison of the two grades
};

/// Grades the file of @p bundle again, as a solution of the lab of that name in @p course, on @p
/// backend and with the same @p seed, and compares the grades. The files are written to a temporary
/// folder; the compiler and the runner are sandboxed as @p backend specifies. Throws EnvironmentError
/// if they cannot be graded here, UsageError if @p course has no such lab.
/// @param thresholds of that lab, for the step `fast`
/// @param progress called with a description of each activity
ReplayResult replay(const Bundle& bundle, std::uint64_t seed, const Backend& backend, const Course& course,
                    const std::function<ThresholdsInUse(const Lab&)>& thresholds,
                    const std::function<void(const std::string&)>& progress);

} // namespace grader
