#pragma once

/// @file
/// What the grades of a class depend on besides files.

#include <string>

#include "class/plan.h"
#include "commands/context.h"

namespace grader {

/// All that builds and runs the hand-ins of a run by @p means, and is the same for all of them: the compilers with their options and
/// variables, the grader's programs, how far code is kept apart, the modelled GPU, the thresholds that no manifest has.
std::string tools_of(Context& context, const Means& means);

} // namespace grader
