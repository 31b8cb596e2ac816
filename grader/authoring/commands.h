#pragma once

/// @file
/// One function for each command of those who keep the course. Each prints and returns what the process ends
/// with.

#include "commands/context.h"
#include "errors.h"

namespace grader {

/// `grader ladder LAB`
ExitStatus ladder_command(Context& context);
/// `grader check-course`
ExitStatus check_course_command(Context& context);
/// `grader check-course --mutants LAB`
ExitStatus mutants_command(Context& context);
/// `grader check-course --tasks LAB`
ExitStatus tasks_command(Context& context);
/// `grader counters [LAB...]`
ExitStatus counters_command(Context& context);

} // namespace grader
