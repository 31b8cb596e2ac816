#pragma once

/// @file
/// Synthetic classes of any size, for tests of pages and reports.

#include <cstddef>
#include <vector>

#include "classroom/gradebook/book.h"
#include "classroom/gradebook/leaderboard.h"

namespace synthetic {

/// Returns a class of @p students and @p labs with all kinds of marks: passed, failed at each step, late, not
/// graded, not submitted. Deterministic.
grader::Book class_of(std::size_t students, std::size_t labs);

/// Makes every third student of @p book request each lab's leaderboard, some of them under an alias.
std::vector<grader::Entrant> entrants_of(const grader::Book& book);

/// Returns a class whose texts attack the program that displays them: names, messages and notes that look
/// like markup, end scripts and lines, are not UTF-8, and are as long as a book.
grader::Book hostile_class();

/// Payload in each text of hostile_class(). A browser that ran it would change the page's title.
inline constexpr const char* attack =
    "<img src=x onerror=\"document.title='taken'\"></script><script>document.title='taken'"
    "</script><!--";

} // namespace synthetic
