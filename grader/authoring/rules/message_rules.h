#pragma once

/// @file
/// Rule on the messages that a manifest refers to: the grader can report each of them.

#include "authoring/rules/rule.h"
#include "course/course.h"

namespace grader {

/// Checks the message patterns of the hints and the mistakes of @p lab.
void check_messages(const Lab& lab, CheckReport& report);

} // namespace grader
