#pragma once

/// @file
/// Rules on student.cu as handed out, and on the solution that completes it.

#include "authoring/rules/rule.h"
#include "course/course.h"

namespace grader {

/// Reports whether the TODO regions of @p lab's student.cu contain code. Then it is no longer a skeleton, and
/// the rules of a skeleton do not apply.
bool worked_on(const Lab& lab);

/// Options of the skeleton check.
struct SkeletonCheck {
    bool released =
        false;        ///< an edited student.cu breaks a rule; otherwise these rules are not checked on it
    bool fix = false; ///< writes an outdated fingerprint into the manifest
};

/// Checks that student.cu has one TODO region per task, each of the announced length in the solution, that it
/// equals the solution everywhere else, that its regions contain no code, and that the manifest has its
/// fingerprint.
void check_skeleton(const Lab& lab, const SkeletonCheck& check, CheckReport& report);

} // namespace grader
