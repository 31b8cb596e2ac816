#pragma once

/// @file
/// Rules on mistakes that are stored as patches: each fits the solution, describes the mistake, and contains
/// nothing else.

#include "authoring/rules/rule.h"
#include "course/course.h"

namespace grader {

/// Checks the patches among the mistakes of @p lab.
void check_patches(const Lab& lab, CheckReport& report);

} // namespace grader
