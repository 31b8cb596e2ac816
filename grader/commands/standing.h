#pragma once

/// @file
/// How far somebody has got with one lab, in a few words.

#include <string>

#include "course/course.h"
#include "history/progress.h"

namespace grader {

/// "not passed yet, 26 of 70 points"; of a lab that was never graded, how many of its TODOs have code.
std::string standing(const Lab& lab, const LabProgress& progress);

} // namespace grader
