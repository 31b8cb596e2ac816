#pragma once

/// @file
/// The rule about the messages that a manifest names: each is of a kind that the grader reports.

#include "authoring/rules/rule.h"
#include "course/course.h"

namespace grader {

/// Checks the patterns of the hints and the mistakes of @p lab.
void check_messages(const Lab& lab, CheckReport& report);

} // namespace grader
