#pragma once

/// @file
/// A report of `grader --report json:FILE` as a book, so that a gradebook can be written without grading again.

#include <string>

#include "classroom/gradebook/book.h"

namespace grader {

/// The book of the document @p text. How long a grade took and what was counted are not in it. Throws UsageError with @p name
/// where it is no report.
Book book_from_report(const std::string& text, const std::string& name);

} // namespace grader
