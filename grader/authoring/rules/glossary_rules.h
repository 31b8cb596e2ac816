#pragma once

/// @file
/// Rules on terms: each is taught where it is first used.

#include "authoring/rules/rule.h"
#include "course/course.h"

namespace grader {

/// Checks that the hand-out of a term's lab has it in bold, and that no earlier lab uses it: not its
/// hand-out, its hints nor its gates. Sections of a hand-out on further reading, or on what is left for
/// later, may use later terms.
void check_glossary(const Course& course, CheckReport& report);

} // namespace grader
