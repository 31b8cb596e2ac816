#pragma once

/// @file
/// The commands of course authors. Each is declared at the end of its file: name, summary, options, and the
/// function that runs it.

#include <cstdint>

#include "grading/command_line/command.h"

namespace grader {

/// Seed of inputs for results that are recorded: constant, so that a record can be compared with a later run.
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
/// `grader predict [LAB...]`
Command predict_command();
/// The command of a grader whose command line names a patch in place of a file.
Command patched_command();

} // namespace grader
