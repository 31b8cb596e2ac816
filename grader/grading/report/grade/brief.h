#pragma once

/// @file
/// A grade in a few lines, for somebody who sees one after each save.

#include <string>

#include "base/style.h"
#include "grading/grade/grade.h"

namespace grader {

/// The steps on one line with the score; below them what failed with the first details, or how fast it is.
std::string render_brief(const LabGrade& grade, const Style& style);

} // namespace grader
