#pragma once

/// @file
/// Where the reports of a grade go: `--report console`, `--report json:F`.

#include <filesystem>
#include <string>

#include "grading/command_line/options.h"
#include "grading/grade/grade.h"

namespace grader {

/// Whether anything but a report may go to standard output.
bool may_print_to_stdout(const ReportOptions& options);

/// Throws UsageError where @p options ask for a report that only a class has.
void reject_class_formats(const ReportOptions& options);

/// Finds out that a report cannot be written before a class is graded, not after. Throws EnvironmentError.
/// @p html, if there is one, counts as one.
void check_report_files(const ReportOptions& options, const std::filesystem::path& html = {});

/// Writes @p text to every file that was asked for by `--report json:F`, and to standard output where it was asked for
/// there. Throws EnvironmentError.
void write_json(const ReportOptions& options, const std::string& text);

/// Writes @p report to every file that was asked for, and to standard output. What passes on to somebody else, as with
/// a pipe, cannot be written anew: it gets only the @p last report. Throws EnvironmentError.
void write_reports(const ReportOptions& options, const GradeReport& report, bool last);

} // namespace grader
