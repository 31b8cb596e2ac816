#pragma once

/// @file
/// Rules about student.cu as it is handed out, and about the solution that fills it in.

#include "course/course.h"
#include "rules/rule.h"

namespace grader {

/// Whether somebody has written code into the TODO regions of @p lab's student.cu. It is then no skeleton any
/// more, and what has to be true of a skeleton is not asked of it.
bool worked_on(const Lab& lab);

/// Checks that student.cu has one TODO region for each task, each of the announced length in the solution,
/// that it equals the solution everywhere else, and that its regions hold no code.
/// @param released a student.cu that was worked on breaks a rule; otherwise these rules are not checked on it
void check_skeleton(const Lab& lab, bool released, CheckReport& report);

} // namespace grader
