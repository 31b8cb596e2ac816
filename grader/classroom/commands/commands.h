#pragma once

/// @file
/// The commands of instructors on classes and bundles. Each is declared at the end of its file: name,
/// summary, options, and the function that runs it.

#include "grading/command_line/command.h"

namespace grader {

/// `grader --all DIR`: grades a class
Command grade_class_command();
/// `grader class changes DIR`
Command class_changes_command();
/// `grader class drive DIR`: drives a run on Slurm
Command class_drive_command();
/// `grader class report DIR`
Command class_report_command();
/// `grader class status DIR`
Command class_status_command();
/// `grader class watch DIR`
Command class_watch_command();
/// `grader class work DIR`
Command class_work_command();
/// `grader bundle LAB`
Command bundle_command();
/// `grader replay BUNDLE`
Command replay_command();

} // namespace grader
