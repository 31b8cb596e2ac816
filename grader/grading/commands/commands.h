#pragma once

/// @file
/// One function for each command of a student. Each prints and returns what the process ends with.

#include "base/errors.h"
#include "grading/command_line/context.h"

namespace grader {

/// `grader [LAB...]`, `grader --all DIR`
ExitStatus grade_command(Context& context);
/// `grader sweep LAB NAME=v,v,...`
ExitStatus sweep_command(Context& context);
/// `grader explain LAB`, `grader explain LAB NAME=v,v,...`
ExitStatus explain_command(Context& context);
/// `grader timeline LAB`
ExitStatus timeline_command(Context& context);
/// `grader hint LAB`
ExitStatus hint_command(Context& context);
/// `grader watch [LAB]`
ExitStatus watch_command(Context& context);
/// `grader history LAB`
ExitStatus history_command(Context& context);
/// `grader list`
ExitStatus list_command(Context& context);
/// `grader doctor`
ExitStatus doctor_command(const Options& options, const Places& places);

} // namespace grader
