#pragma once

/// @file
/// `--report NAME:FILE` of a class, for gradebooks.

#include "classroom/gradebook/book.h"
#include "grading/command_line/options.h"

namespace grader {

/// Finds out that a gradebook cannot be written before a class is graded, not after. Throws UsageError.
void try_gradebooks(const Options& options);

/// Writes @p book for every gradebook that @p options ask for, and says which folders the class's roster does not have. Throws
/// UsageError and EnvironmentError.
void write_gradebooks(const Options& options, const Book& book);

} // namespace grader
