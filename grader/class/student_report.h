#pragma once

/// @file
/// What a student is given back: of one lab, what was handed in, what counts, and the last grade in full.

#include <string>
#include <vector>

#include "course/course.h"
#include "grade/grade.h"

namespace grader {

/// One hand-in, in a student's report.
struct AttemptLine {
    int number = 0;    ///< which of the student's for the lab
    double at = 0;     ///< when it was handed in, in seconds of 1970
    std::string from;  ///< where from; may be empty
    std::string state; ///< what it came to, or why there is no grade yet
};

/// What one report tells.
struct StudentReport {
    std::vector<AttemptLine> attempts; ///< in their order
    std::string counts;                ///< what counts, as a sentence; empty: nothing yet
    int graded = 0;                    ///< the number of the hand-in that @ref grade is of
    const LabGrade* grade = nullptr;   ///< the last one; null: there is none
};

/// @p report of @p lab as a text. Nothing in it can reach a terminal as a command.
std::string render_student_report(const Lab& lab, const StudentReport& report);

} // namespace grader
