#pragma once

/// @file
/// A grade in a few lines, for a reader who sees one after each save.

#include <string>

#include "base/style.h"
#include "grading/grade/grade.h"

namespace grader {

/// Returns the steps on one line with the score; below them the failed step with its first details, or the
/// speedup.
std::string render_brief(const LabGrade& grade, const Style& style);

} // namespace grader
