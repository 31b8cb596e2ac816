#pragma once

/// @file
/// The gradebooks that a book can be written for, by their names. docs/gradebooks.md says what to do with each.

#include <string>
#include <string_view>
#include <vector>

#include "classroom/gradebook/book.h"
#include "classroom/gradebook/roster.h"

namespace grader {

/// What a gradebook needs to know beside the book.
struct GradebookOptions {
    Roster roster;            ///< empty: a folder's name is the student's id
    bool leaderboard = false; ///< Gradescope: the student has agreed that others see how fast the program is
};

/// Whom a file of a format is about.
enum class Covers {
    one_student, ///< a book with exactly one student
    any,         ///< one student or a class
};

/// A kind of file.
struct GradebookFormat {
    std::string_view name;        ///< as in `--report NAME:FILE`
    std::string_view description; ///< one line
    Covers covers;                ///< whom it can be about
    /// The text of the file, the same for the same book. Throws UsageError where the book is not what the format covers.
    std::string (*render)(const Book&, const GradebookOptions&);
};

/// All of them, by their names.
const std::vector<GradebookFormat>& gradebook_formats();

/// The one called @p name; null where there is none.
const GradebookFormat* find_gradebook_format(std::string_view name);

/// The folders in @p book that @p roster has no line for, which gradebooks cannot match. None where the roster is empty.
std::vector<std::string> folders_without_entry(const Book& book, const Roster& roster);

/// Canvas: what its gradebook imports. A lab that was not graded is an empty cell.
std::string render_canvas(const Book& book, const Roster& roster);
/// One line for each student and lab, with all that fits into one.
std::string render_marks_csv(const Book& book);
/// Gradescope: the `results.json` of an autograder.
std::string render_gradescope(const Book& book, const BookStudent& student, bool leaderboard);
/// JUnit's XML: a suite for each lab, a case for each step.
std::string render_junit(const Book& book);
/// Moodle: what its gradebook imports, a grade and a feedback for each lab.
std::string render_moodle(const Book& book, const Roster& roster);
/// PrairieLearn: the `results.json` of an external grader. At most 1 MB, as it asks for.
std::string render_prairielearn(const Book& book, const BookStudent& student);

} // namespace grader
