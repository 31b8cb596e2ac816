#pragma once

/// @file
/// Rules that can only be checked by grading: how skeleton, baseline, solution, rungs and mistakes fare.

#include <functional>
#include <string>

#include "backend/backend.h"
#include "course/course.h"
#include "rules/rule.h"

namespace grader {

/// Grades everything that @p lab hands out, as a student's file would be graded, and runs its tests on the
/// mistakes. Where
/// @p backend has nothing to run on, the report says how many rules were left out. Throws EnvironmentError
/// when the lab's module or tests are not built.
/// @param released a student.cu that was worked on is held to what is true of a skeleton all the same
/// @param progress called with what is being done
void check_on_device(const Backend& backend, const Course& course, const Lab& lab, bool released,
                     const std::function<void(const std::string&)>& progress, CheckReport& report);

} // namespace grader
