#pragma once

/// @file
/// The columns of a ladder's table that take no clock.

#include <string>

#include "course/course.h"
#include "grading/grade/grade.h"

namespace grader {

/// Of the main kernel: threads of a block, registers, occupancy. Blanks where nothing was launched.
std::string shape_of(const LabGrade& grade);

/// What the simulator counted of a build of @p lab; nothing for a lab without gates.
std::string counts_of(const Lab& lab, const LabGrade& grade);

/// What stands above both, in a ladder of @p lab.
std::string counts_header(const Lab& lab);

/// What became of @p grade and, where that is another thing, what @p expectation says.
std::string outcome_in_words(const LabGrade& grade, const Expectation& expectation);

/// Why the first step of @p grade failed that did; empty: none did. Begins with ": ".
std::string failure_reason(const LabGrade& grade);

} // namespace grader
