#pragma once

/// @file
/// Rules on references: hints and gates refer to slides, texts to files, tests and typical mistakes to tasks.

#include "authoring/rules/rule.h"
#include "course/course.h"

namespace grader {

/// Checks that every reference in @p lab's manifest, texts and tests has a target, and that students lack
/// nothing: each step has a hint, each task a test and a typical mistake.
void check_references(const Course& course, const Lab& lab, CheckReport& report);

/// Checks the links of the course's README.
void check_references(const Course& course, CheckReport& report);

} // namespace grader
