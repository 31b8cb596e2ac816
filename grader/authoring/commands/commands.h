#pragma once

/// @file
/// One function for each command of those who keep the course. Each prints and returns what the process ends
/// with.

#include <cstdint>

#include "base/errors.h"
#include "grading/command_line/context.h"

namespace grader {

/// Where what is found is recorded, the inputs are the same each time, so that the record can be held against a run.
inline constexpr std::uint64_t usual_seed = 1;

/// `grader ladder LAB`
ExitStatus ladder_command(Context& context);
/// `grader check-course`
ExitStatus check_course_command(Context& context);
/// `grader check-course --mutants LAB`
ExitStatus mutants_command(Context& context);
/// `grader check-course --tasks LAB`
ExitStatus tasks_command(Context& context);
/// `grader calibrate [LAB...]`
ExitStatus calibrate_command(Context& context);
/// `grader times [LAB...]`
ExitStatus times_command(Context& context);
/// `grader counters [LAB...]`
ExitStatus counters_command(Context& context);

} // namespace grader
