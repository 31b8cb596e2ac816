#pragma once

/// @file
/// The rule that everything the course hands out compiles, and without a warning.

#include <functional>
#include <string>

#include "authoring/rules/rule.h"
#include "grading/backend/backend.h"

namespace grader {

/// Checks that baseline, skeleton, solution, rungs and mistakes of @p lab compile without a warning, @p jobs
/// at a time. A student.cu that was worked on is left out unless @p released, and so is a mistake that is
/// there because it does not compile.
void check_builds(const Backend& backend, const Lab& lab, unsigned jobs, bool released, CheckReport& report);

} // namespace grader
