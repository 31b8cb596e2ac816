#pragma once

/// @file
/// Rule: everything that the course hands out compiles without warnings.

#include <functional>
#include <string>

#include "authoring/rules/rule.h"
#include "grading/backend/backend.h"

namespace grader {

/// Checks that baseline, skeleton, solution, rungs and mistakes of @p lab compile without warnings, @p jobs
/// in parallel. Skips an edited student.cu unless @p released, and mistakes that are meant not to compile.
void check_builds(const Backend& backend, const Lab& lab, unsigned jobs, bool released, CheckReport& report);

} // namespace grader
