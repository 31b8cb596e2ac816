#pragma once

/// @file
/// Where the reports of a grade go: `--report console`, `--report json:F`.

#include <string>

#include "grading/command_line/options.h"
#include "grading/grade/grade.h"

namespace grader {

/// Whether anything but a report may go to standard output.
bool wants_console(const Options& options);

/// Finds out that a report cannot be written before a class is graded, not after. Throws EnvironmentError.
/// `--html` counts as one.
void try_report_files(const Options& options);

/// Writes @p text to every file that was asked for by `--report json:F`, and to standard output where it was asked for
/// there. Throws EnvironmentError.
void write_json(const Options& options, const std::string& text);

/// Writes @p report to every file that was asked for, and to standard output. What passes on to somebody else, as with
/// a pipe, cannot be written anew: it gets only the @p last report. Throws EnvironmentError.
void write_reports(const Options& options, const GradeReport& report, bool last);

} // namespace grader
