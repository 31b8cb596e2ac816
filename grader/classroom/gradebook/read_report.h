#pragma once

/// @file
/// Reader of reports of `grader --report json:FILE`, so that a gradebook can be written without regrading.

#include <string>

#include "classroom/gradebook/book.h"

namespace grader {

/// Parses the report @p text into a book. Durations of grading and counters are not in it. Throws UsageError
/// with @p name if it is not a report.
Book book_from_report(const std::string& text, const std::string& name);

} // namespace grader
