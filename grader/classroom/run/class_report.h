#pragma once

/// @file
/// From the jobs of a run to one report.

#include "classroom/run/rules.h"
#include "classroom/run/run_status.h"
#include "course/course.h"
#include "grading/grade/grade.h"

namespace grader {

/// What @p standing comes to so far by @p rules: of each student, the grades of the jobs that count. Whoever has a job to be done
/// that may yet count is left out. `complete` says whether that is nobody.
GradeReport class_report(const RunStatus& run_status, const Course& course, const ClassRules& rules);

} // namespace grader
