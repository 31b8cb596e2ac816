#pragma once

/// @file
/// The exit status of grading.

#include "base/errors.h"
#include "grading/grade/grade.h"

namespace grader {

/// Returns the exit status for @p report. With @p device_usable, a missing grade is an infrastructure error,
/// whatever the other grades are. Without a device, failed grades come first. With @p exit_zero, grades do
/// not matter.
ExitStatus exit_status_of(const GradeReport& report, bool device_usable, bool exit_zero);

} // namespace grader
