#pragma once

/// @file
/// Command line and environment of the grader of a stage.

#include <string>
#include <vector>

#include "hostile/harness/hostile_case.h"
#include "hostile/harness/stage.h"
#include "testing/harness.h"

namespace hostile {

/// Returns the command of the grader of @p stage, for the lab of @p hostile; the caller appends the files
/// to be graded.
std::vector<std::string> command_line(const HostileCase& hostile, const Stage& stage,
                                      const std::string& backend);

/// Returns variables to add to this process's own, so that the grader's private files stay in @p stage.
harness::Environment environment_of(const Stage& stage);

} // namespace hostile
