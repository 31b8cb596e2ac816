#pragma once

/// @file
/// Rules about what points at something else: hints and gates at slides, texts at files, tests and typical
/// mistakes at tasks.

#include "authoring/rules/rule.h"
#include "course/course.h"

namespace grader {

/// Checks that everything in @p lab's manifest, texts and tests leads somewhere, and that nothing a student
/// needs is without: each step has a hint, each task a test and a typical mistake.
void check_references(const Course& course, const Lab& lab, CheckReport& report);

/// Checks the links of the course's README.
void check_references(const Course& course, CheckReport& report);

} // namespace grader
