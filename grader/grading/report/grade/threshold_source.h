#pragma once

/// @file
/// The source of a grade's thresholds, in words.

#include <string>

#include "course/threshold.h"

namespace grader {

/// Returns "measured on h200", "measured on this machine, one grade of each program", "no measurement of this
/// GPU; from h200".
std::string source_in_words(const ThresholdsInUse& thresholds);

} // namespace grader
