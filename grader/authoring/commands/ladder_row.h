#pragma once

/// @file
/// Columns of a ladder's table that need no timing.

#include <string>

#include "course/course.h"
#include "grading/grade/grade.h"

namespace grader {

/// Formats the launch of the main kernel: threads per block, registers, occupancy. Blanks if nothing was
/// launched.
std::string shape_of(const LabGrade& grade);

/// Formats the simulator's counts for a build of @p lab; nothing for a lab without gates.
std::string counts_of(const Lab& lab, const LabGrade& grade);

/// Returns the header of both columns, in a ladder of @p lab.
std::string counts_header(const Lab& lab);

/// Describes the result of @p grade and, if they differ, what @p expectation says.
std::string outcome_in_words(const LabGrade& grade, const Expectation& expectation);

/// Returns why the first failed step of @p grade failed; empty: none did. Begins with ": ".
std::string failure_reason(const LabGrade& grade);

} // namespace grader
