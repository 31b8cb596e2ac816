#pragma once

/// @file
/// Rules about words: each is taught where it is first used.

#include "authoring/rules/rule.h"
#include "course/course.h"

namespace grader {

/// Checks that the hand-out of a term's lab has it in bold, and that no lab before uses it: not its hand-out, its hints nor
/// its gates. What a hand-out recommends to read, or says to be left for later, may run ahead.
void check_glossary(const Course& course, CheckReport& report);

} // namespace grader
