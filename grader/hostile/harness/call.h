#pragma once

/// @file
/// How the grader of a stage is called.

#include <string>
#include <vector>

#include "hostile/harness/hostile_case.h"
#include "hostile/harness/stage.h"
#include "testing/harness.h"

namespace hostile {

/// The grader of @p stage, for the lab of @p hostile; what is to be graded is still to be added.
std::vector<std::string> command_line(const HostileCase& hostile, const Stage& stage,
                                      const std::string& backend);

/// Variables on top of this process's own: what the grader writes for itself stays in @p stage.
harness::Environment environment_of(const Stage& stage);

} // namespace hostile
