#pragma once

/// @file
/// The console report for people: one screen per lab, one line for the course, one table for a class.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/style.h"
#include "grading/grade/grade.h"

namespace grader {

/// Returns one lab on one screen: every step in order, errors below the step that failed, the measurement,
/// the score, and on the last line the next thing to do. All text is escaped, so that none of it can reach
/// the terminal as a control sequence.
/// @param device the device that graded, for the title; may be empty
std::string render_console(const LabGrade& grade, const Style& style, std::string_view device = {});

/// The state of one lab, for the line that shows the whole course.
struct ProgressEntry {
    std::string id;                 ///< id of the lab
    std::optional<Verdict> verdict; ///< empty: never graded
    double score = 0;               ///< score of its last grade
    double max_score = 0;           ///< maximum score of that grade
};

/// Returns the whole course on one line: a mark for each lab, the number passed, and the points so far.
std::string render_progress_line(std::span<const ProgressEntry> labs, const Style& style);

/// Returns the result of `--all`. For a class a table of students and labs; for one set of labs a line for
/// each, with its errors.
std::string render_class_table(const GradeReport& report, const Style& style);

} // namespace grader
