#pragma once

/// @file
/// The gradebook formats by name. docs/gradebooks.md describes how to use each.

#include <string>
#include <string_view>
#include <vector>

#include "classroom/gradebook/book.h"
#include "classroom/gradebook/roster.h"

namespace grader {

/// Input of a gradebook format in addition to the book.
struct GradebookOptions {
    Roster roster;            ///< empty: the folder's name is the student's id
    bool leaderboard = false; ///< Gradescope: the student has agreed to show the program's speed to others
};

/// Which books a format accepts.
enum class Covers {
    one_student, ///< a book with exactly one student
    any,         ///< a book of one student or a class
};

/// A gradebook format.
struct GradebookFormat {
    std::string_view name;        ///< as in `--report NAME:FILE`
    std::string_view description; ///< one line
    Covers covers;                ///< which books it accepts
    /// Renders the text of the file; deterministic. Throws UsageError if the format does not accept the book.
    std::string (*render)(const Book&, const GradebookOptions&);
};

/// All formats, sorted by name.
const std::vector<GradebookFormat>& gradebook_formats();

/// Returns the format called @p name; null if there is none.
const GradebookFormat* find_gradebook_format(std::string_view name);

/// Returns the folders in @p book that @p roster lacks, which gradebooks cannot match to a student. None if
/// the roster is empty.
std::vector<std::string> folders_without_entry(const Book& book, const Roster& roster);

/// Renders the CSV that Canvas imports. A lab that was not graded is an empty cell.
std::string render_canvas(const Book& book, const Roster& roster);
/// Renders one line per student and lab, with everything that fits in one.
std::string render_marks_csv(const Book& book);
/// Renders the `results.json` of a Gradescope autograder.
std::string render_gradescope(const Book& book, const BookStudent& student, bool leaderboard);
/// Renders JUnit XML: one suite per lab, one case per step.
std::string render_junit(const Book& book);
/// Renders the CSV that Moodle imports: a grade and a feedback column per lab.
std::string render_moodle(const Book& book, const Roster& roster);
/// Renders the `results.json` of a PrairieLearn external grader. At most 1 MB, which is PrairieLearn's limit.
std::string render_prairielearn(const Book& book, const BookStudent& student);

} // namespace grader
