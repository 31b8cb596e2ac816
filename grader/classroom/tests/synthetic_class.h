#pragma once

/// @file
/// Classes of any size, made up, for what shows a class.

#include <cstddef>
#include <vector>

#include "classroom/gradebook/book.h"
#include "classroom/gradebook/leaderboard.h"

namespace synthetic {

/// A class of @p students and @p labs in which all kinds of marks occur: passed, failed at each step, late, not graded, not
/// handed in. The same each time.
grader::Book class_of(std::size_t students, std::size_t labs);

/// Every third student of @p book asks to be on each lab's leaderboard, some of them under a name of their choice.
std::vector<grader::Entrant> entrants_of(const grader::Book& book);

/// A class whose students' texts attack whoever shows them: names, messages and notes that look like markup, end scripts and lines,
/// are no UTF-8, and have the size of a book.
grader::Book hostile_class();

/// What each text of hostile_class() has in it. A browser that ran it would change the page's title.
inline constexpr const char* attack =
    "<img src=x onerror=\"document.title='taken'\"></script><script>document.title='taken'"
    "</script><!--";

} // namespace synthetic
