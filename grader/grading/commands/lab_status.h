#pragma once

/// @file
/// A student's progress in a lab, and the choice of the next lab.

#include <string>

#include "course/course.h"
#include "grading/history/progress.h"

namespace grader {

/// Returns "not passed yet, 26 of 70 points"; for a lab that was never graded, the number of its TODOs with
/// code.
std::string lab_status(const Lab& lab, const LabProgress& progress);

/// Returns whether the student's file of @p lab differs from the starter code.
bool is_started(const Lab& lab);

/// Returns, among the labs that are begun and not passed, the one that was saved last; otherwise the first
/// that is not passed; the first of all if all are passed.
const Lab& select_first_lab(const Course& course, const Progress& progress);

/// Returns the next lab after @p here that is not passed, or else the first one before it. Null if all are
/// passed.
const Lab* next_unpassed_lab(const Course& course, const Progress& progress, const Lab& here);

} // namespace grader
