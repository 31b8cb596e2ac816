#pragma once

/// @file
/// What a person reads after grading: one screen a lab, one line for the course, one table for a class.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/style.h"
#include "grading/grade/grade.h"

namespace grader {

/// One lab on one screen: every step in its order, what went wrong below the step it went wrong in, the
/// measurement, the score, and on the last line the next thing to do. Nothing in it can reach the terminal as
/// a command.
/// @param device what it ran on, for the title; may be empty
std::string render_console(const LabGrade& grade, const Style& style, std::string_view device = {});

/// Where one lab stands, for the line that shows the whole course.
struct ProgressEntry {
    std::string id;                 ///< the lab's
    std::optional<Verdict> verdict; ///< empty: never graded
    double score = 0;               ///< of its last grade
    double max_score = 0;           ///< what that grade could have earned
};

/// The whole course on one line: a mark for each lab, how many are passed, and the points so far.
std::string render_progress_line(std::span<const ProgressEntry> labs, const Style& style);

/// What `--all` found. For a class a table of students and labs; for one set of labs a line each, with what
/// went wrong.
std::string render_class_table(const GradeReport& report, const Style& style);

} // namespace grader
