#pragma once

/// @file
/// Rules that can only be checked by grading: how skeleton, baseline, solution, rungs and mistakes fare, whether the
/// lab's tests tell right from wrong, and whether what was counted is what a GPU counted.

#include <cstdint>
#include <functional>
#include <string>

#include "authoring/rules/rule.h"
#include "authoring/rules/sample.h"
#include "course/course.h"
#include "grading/backend/backend.h"

namespace grader {

/// How a lab is held against itself.
struct DeviceCheck {
    /// A student.cu that was worked on is held to what is true of a skeleton all the same.
    bool released = false;
    std::uint64_t seed = 0; ///< of all inputs; where a rule is broken, it is told
    Sample sample = {};     ///< of the rungs and mistakes
    /// Called with what is being done.
    std::function<void(const std::string&)> progress = [](const std::string&) {};
};

/// Grades everything that @p lab hands out, as a student's file would be graded, and runs its tests on all of it.
/// Each program is built, graded and counted once, whatever the number of rules that look at it. Where @p backend
/// has nothing to run on, the report says how many rules were left out. Throws EnvironmentError when the lab's
/// module or tests are not built.
void check_on_device(const Backend& backend, const Course& course, const Lab& lab, const DeviceCheck& check,
                     CheckReport& report);

} // namespace grader
