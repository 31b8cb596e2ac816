#pragma once

/// @file
/// The destinations of a grade's reports: `--report console`, `--report json:F`.

#include <filesystem>
#include <string>

#include "grading/command_line/options.h"
#include "grading/grade/grade.h"

namespace grader {

/// Returns whether anything except a report may go to standard output.
bool may_print_to_stdout(const ReportOptions& options);

/// Throws UsageError if @p options request a report that only a class has.
void reject_class_formats(const ReportOptions& options);

/// Checks, before a class is graded and not after, that the reports can be written. Throws EnvironmentError.
/// Checks @p html, too, unless it is empty.
void check_report_files(const ReportOptions& options, const std::filesystem::path& html = {});

/// Writes @p text to every file of `--report json:F`, and to standard output for `--report json`. Throws
/// EnvironmentError.
void write_json(const ReportOptions& options, const std::string& text);

/// Writes @p report to every requested file and to standard output. A stream, such as a pipe, cannot be
/// overwritten: it gets only the @p last report. Throws EnvironmentError.
void write_reports(const ReportOptions& options, const GradeReport& report, bool last);

} // namespace grader
