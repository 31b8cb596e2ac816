#pragma once

/// @file
/// Rules that need grading: the grades of skeleton, baseline, solution, rungs and mistakes, whether the lab's
/// tests detect mistakes, and whether the counts agree with a GPU's.

#include <cstdint>
#include <functional>
#include <string>

#include "authoring/rules/rule.h"
#include "authoring/rules/sample.h"
#include "course/course.h"
#include "grading/backend/backend.h"

namespace grader {

/// Parameters of a lab's consistency check on a device.
struct DeviceCheck {
    /// An edited student.cu must still satisfy the rules of a skeleton.
    bool released = false;
    std::uint64_t seed = 0; ///< seed of all inputs; reported with a broken rule
    Sample sample = {};     ///< part of the rungs and mistakes to grade
    /// Called with a description of each activity.
    std::function<void(const std::string&)> progress = [](const std::string&) {};
};

/// Grades everything that @p lab hands out as a student's file, and runs its tests on all of it. Each program
/// is built, graded and counted once, however many rules use it. If @p backend has no device to run on, the
/// report says how many rules were not checked. Throws EnvironmentError if the lab's module or tests are not
/// built.
void check_on_device(const Backend& backend, const Course& course, const Lab& lab, const DeviceCheck& check,
                     CheckReport& report);

} // namespace grader
