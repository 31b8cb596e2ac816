#pragma once

/// @file
/// Rules on files: each file of a lab exists, and no others.

#include "authoring/rules/rule.h"
#include "course/course.h"

namespace grader {

/// Checks that @p lab has all its files and no others, that solution.cu is a symbolic link to the
/// solution, and that lab.toml matches its location in @p course.
void check_tree(const Course& course, const Lab& lab, CheckReport& report);

/// Checks files that belong to no single lab: the README, and leftovers of removed labs.
void check_tree(const Course& course, CheckReport& report);

} // namespace grader
