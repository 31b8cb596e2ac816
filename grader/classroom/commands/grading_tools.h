#pragma once

/// @file
/// What the grades of a class depend on besides files.

#include <map>
#include <string>

#include "classroom/run/run_plan.h"
#include "grading/command_line/context.h"

namespace grader {

/// All that builds and runs the hand-ins of a run by @p means, by lab id: the compilers with their options and variables, the
/// grader's programs, how far code is kept apart, the modelled GPU, the thresholds that no manifest has. Which other labs the run
/// is about does not change it.
std::map<std::string, std::string> toolchain_description_of(Context& context, const GradingConfig& config);

} // namespace grader
