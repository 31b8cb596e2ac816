#pragma once

/// @file
/// From the jobs of a run to one report.

#include "class/standing.h"
#include "course/course.h"
#include "grade/grade.h"

namespace grader {

/// What @p standing comes to so far: of each student whose jobs are all done, the grades. `complete` says whether that is
/// everybody.
GradeReport class_report(const Standing& standing, const Course& course);

} // namespace grader
