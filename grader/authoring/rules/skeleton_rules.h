#pragma once

/// @file
/// Rules about student.cu as it is handed out, and about the solution that fills it in.

#include "authoring/rules/rule.h"
#include "course/course.h"

namespace grader {

/// Whether somebody has written code into the TODO regions of @p lab's student.cu. It is then no skeleton any
/// more, and what has to be true of a skeleton is not asked of it.
bool worked_on(const Lab& lab);

/// How to look at a skeleton.
struct SkeletonCheck {
    bool released =
        false; ///< a student.cu that was worked on breaks a rule; otherwise these rules are not checked on it
    bool fix = false; ///< write the fingerprint into the manifest where it is not current
};

/// Checks that student.cu has one TODO region for each task, each of the announced length in the solution,
/// that it equals the solution everywhere else, that its regions hold no code, and that the manifest knows it.
void check_skeleton(const Lab& lab, const SkeletonCheck& check, CheckReport& report);

} // namespace grader
