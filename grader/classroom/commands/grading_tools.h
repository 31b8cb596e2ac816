#pragma once

/// @file
/// The toolchain part of a class's cache keys: everything besides files that grades depend on.

#include <map>
#include <string>

#include "classroom/run/run_plan.h"
#include "grading/command_line/context.h"

namespace grader {

/// Returns, by lab id, everything that builds and runs the submissions of a run by @p config: the compilers
/// with their options and variables, the grader's programs, the isolation, the modelled GPU, and the
/// thresholds that no manifest contains. The text of a lab does not depend on the other labs of the run.
std::map<std::string, std::string> toolchain_description_of(Context& context, const GradingConfig& config);

} // namespace grader
