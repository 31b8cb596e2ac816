#pragma once

/// @file
/// The commands of those who keep the course. Each is declared at the end of its file: name, summary, options, and the function that runs
/// it.

#include <cstdint>

#include "grading/command_line/command.h"

namespace grader {

/// Where what is found is recorded, the inputs are the same each time, so that the record can be held against a run.
inline constexpr std::uint64_t default_seed = 1;

/// `grader ladder LAB`
Command ladder_command();
/// `grader calibrate [LAB...]`
Command calibrate_command();
/// `grader check-course`
Command check_course_command();
/// `grader counters [LAB...]`
Command counters_command();
/// `grader times [LAB...]`
Command times_command();
/// Of a grader whose command line names a patch in place of a file
Command patched_command();

} // namespace grader
