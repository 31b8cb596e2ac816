#pragma once

/// @file
/// The rule about mistakes that are kept as patches: each fits the solution, says in words what the mistake is, and shows
/// nothing else.

#include "authoring/rules/rule.h"
#include "course/course.h"

namespace grader {

/// Checks the patches that are mistakes of @p lab.
void check_patches(const Lab& lab, CheckReport& report);

} // namespace grader
