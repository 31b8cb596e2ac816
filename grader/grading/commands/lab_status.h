#pragma once

/// @file
/// How far somebody has got with a lab, and which one comes next.

#include <string>

#include "course/course.h"
#include "grading/history/progress.h"

namespace grader {

/// "not passed yet, 26 of 70 points"; of a lab that was never graded, how many of its TODOs have code.
std::string lab_status(const Lab& lab, const LabProgress& progress);

/// Whether somebody has worked on the student's file of @p lab.
bool is_started(const Lab& lab);

/// Of the labs that are begun and not passed the one that was saved last; else the first that is not passed;
/// the first of all where every one is.
const Lab& select_first_lab(const Course& course, const Progress& progress);

/// The next lab behind @p here that is not passed, or else the first one before it. Null where all are passed.
const Lab* next_unpassed_lab(const Course& course, const Progress& progress, const Lab& here);

} // namespace grader
