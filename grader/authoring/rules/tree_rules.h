#pragma once

/// @file
/// Rules about files: every one that a lab consists of, and none beside.

#include "authoring/rules/rule.h"
#include "course/course.h"

namespace grader {

/// Checks that @p lab has all its files and no others, that solution.cu is a link to the solution, and that
/// lab.toml fits its place in @p course.
void check_tree(const Course& course, const Lab& lab, CheckReport& report);

/// Checks what no single lab answers for: the README, and what was left behind by labs that are gone.
void check_tree(const Course& course, CheckReport& report);

} // namespace grader
