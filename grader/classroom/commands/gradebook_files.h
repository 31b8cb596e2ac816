#pragma once

/// @file
/// `--report NAME:FILE` of a class, for gradebooks.

#include "classroom/gradebook/book.h"
#include "grading/command_line/options.h"

namespace grader {

/// Checks that each gradebook of the class in @p directory can be written, before the class is graded. Throws
/// UsageError.
void check_gradebooks_writable(const ReportOptions& options, const std::filesystem::path& directory);

/// Writes @p book of the class in @p directory in each gradebook format that @p options request, and warns of
/// folders that the class's roster lacks. Throws UsageError and EnvironmentError.
void write_gradebooks(const ReportOptions& options, const std::filesystem::path& directory, const Book& book);

} // namespace grader
