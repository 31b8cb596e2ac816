#pragma once

/// @file
/// One function for each command of those who grade others. Each prints and returns what the process ends with.

#include "base/errors.h"
#include "grading/command_line/context.h"

namespace grader {

/// `grader --all DIR`, of a class
ExitStatus grade_class_command(Context& context);
/// `grader class changes DIR`
ExitStatus class_changes_command(const Options& options);
/// `grader class drive DIR`, of a run on Slurm
ExitStatus class_drive_command(Options options, const Places& places);
/// `grader class report DIR`
ExitStatus class_report_command(Options options, const Places& places);
/// `grader class status DIR`
ExitStatus class_status_command(const Options& options);
/// `grader class watch DIR`
ExitStatus class_watch_command(const Options& options, const Places& places);
/// `grader class work DIR`
ExitStatus class_work_command(const Options& options);

} // namespace grader
