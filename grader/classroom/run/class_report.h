#pragma once

/// @file
/// Report of a class from the jobs of a run.

#include "classroom/run/rules.h"
#include "classroom/run/run_status.h"
#include "course/course.h"
#include "grading/grade/grade.h"

namespace grader {

/// Builds the report of @p run_status so far by @p rules: for each student, the grades of the jobs that
/// count. Leaves out students with an unfinished job that may still count. `complete` is true if no student
/// was skipped.
GradeReport class_report(const RunStatus& run_status, const Course& course, const ClassRules& rules);

} // namespace grader
