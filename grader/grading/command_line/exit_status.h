#pragma once

/// @file
/// What grading ends with.

#include "base/errors.h"
#include "grading/grade/grade.h"

namespace grader {

/// The exit status for @p report. Without a device nothing can be graded, which is no fault; with a @p device_usable what was
/// not graded is the machine's. With @p exit_zero, marks do not count.
ExitStatus exit_status_of(const GradeReport& report, bool device_usable, bool exit_zero);

} // namespace grader
