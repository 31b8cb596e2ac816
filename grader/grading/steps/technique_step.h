#pragma once

/// @file
/// The step `technique`: what the simulator counted, held against the lab's gates.

#include <string>

#include "course/course.h"
#include "grading/backend/backend.h"
#include "grading/backend/build.h"
#include "grading/grade/counted_run.h"
#include "grading/grade/grade.h"
#include "grading/inspect/instrumented_run.h"
#include "grading/steps/grade_lab.h"

namespace grader {

/// One call that is counted.
struct CountedCall {
    kernelsmith::Sizes sizes; ///< of the problem
    std::uint64_t seed = 0;   ///< of its inputs
};

/// What of @p lab is counted: the same for everybody and each time, or in a strict grade what follows from the seed
/// @p secret.
std::vector<CountedCall> counted_calls(const Lab& lab, std::optional<std::uint64_t> secret = std::nullopt);

/// What of @p lab is shown line by line: what is counted or, where a lab has no such sizes, what is checked. The same each
/// time; empty where it has neither.
std::vector<CountedCall> explained_calls(const Lab& lab);

/// Makes @p calls of @p build, one process each, with an eye on @p what beyond mistakes.
CountedRun count(const Backend& backend, const Build& build, const std::vector<CountedCall>& calls,
                 Instrumentation what = Instrumentation::counters);

/// Counts @p build and returns the step. The counters and what was launched go to @p grade, and everything that was counted
/// to @p request.
Step check_technique(const Backend& backend, const Build& build, const GradeRequest& request,
                     LabGrade& grade);

/// Whether in a strict grade the device of @p backend, where it has one, is shown another program by @p build than
/// was @p counted on the simulator, call by call, in the grade from @p seed. Then @p step, which is `technique`, fails.
bool fail_if_device_differs(Step& step, const Backend& backend, const Build& build, std::uint64_t seed,
                            const std::vector<std::vector<Launch>>& counted);

/// Takes the step's points back where the timed run of @p grade launched a kernel that was never counted, or where
/// not all that it launched can have been seen: fast code must be the code that was looked at.
void compare_with_timed(LabGrade& grade);

} // namespace grader
