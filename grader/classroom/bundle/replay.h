#pragma once

/// @file
/// The grade of a bundle, made again.

#include <functional>
#include <string>
#include <vector>

#include "classroom/bundle/bundle.h"
#include "classroom/bundle/comparison.h"
#include "course/course.h"
#include "grading/backend/backend.h"

namespace grader {

/// What came of it.
struct ReplayResult {
    std::vector<std::string> differences; ///< of course and machine, in words
    GradeComparison comparison;           ///< of the grades
};

/// Grades the file of @p bundle again, as a solution of the lab of that name in @p course, on @p backend and with the same @p seed, and
/// compares. The files lie in a folder that goes away; what compiles and runs them is locked in as @p backend is. Throws
/// EnvironmentError where they cannot be graded here, UsageError where @p course has no such lab.
/// @param thresholds of that lab, for the step `fast`
/// @param progress called with what is being done
ReplayResult replay(const Bundle& bundle, std::uint64_t seed, const Backend& backend, const Course& course,
                    const std::function<ThresholdsInUse(const Lab&)>& thresholds,
                    const std::function<void(const std::string&)>& progress);

} // namespace grader
