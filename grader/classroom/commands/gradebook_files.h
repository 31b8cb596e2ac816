#pragma once

/// @file
/// `--report NAME:FILE` of a class, for gradebooks.

#include "classroom/gradebook/book.h"
#include "grading/command_line/options.h"

namespace grader {

/// Finds out that a gradebook of the class in @p directory cannot be written before the class is graded, not after. Throws UsageError.
void check_gradebooks_writable(const ReportOptions& options, const std::filesystem::path& directory);

/// Writes @p book of the class in @p directory for every gradebook that @p options ask for, and says which folders the class's roster does not have. Throws
/// UsageError and EnvironmentError.
void write_gradebooks(const ReportOptions& options, const std::filesystem::path& directory, const Book& book);

} // namespace grader
