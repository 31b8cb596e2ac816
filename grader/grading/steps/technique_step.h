#pragma once

/// @file
/// The step `technique`: compares the simulator's counters with the lab's gates.

#include <string>

#include "course/course.h"
#include "grading/backend/backend.h"
#include "grading/backend/build.h"
#include "grading/grade/counted_run.h"
#include "grading/grade/grade.h"
#include "grading/inspect/instrumented_run.h"
#include "grading/steps/grade_lab.h"

namespace grader {

/// A call that is counted.
struct CountedCall {
    kernelsmith::Sizes sizes; ///< sizes of the problem
    std::uint64_t seed = 0;   ///< seed of its inputs
};

/// Returns the calls of @p lab to count: constant and public, or in a strict grade drawn from the seed @p
/// secret.
std::vector<CountedCall> counted_calls(const Lab& lab, std::optional<std::uint64_t> secret = std::nullopt);

/// Returns the calls of @p lab to show line by line: the counted sizes or, if a lab has none, the clean
/// sizes. Always the same; empty if it has neither.
std::vector<CountedCall> explained_calls(const Lab& lab);

/// Makes @p calls of @p build, with one process each, and records @p what in addition to checks.
CountedRun count(const Backend& backend, const Build& build, const std::vector<CountedCall>& calls,
                 Instrumentation what = Instrumentation::counters);

/// Counts @p build and returns the step. Stores the counters and launches in @p grade, and passes all counted
/// launches to @p request.
Step check_technique(const Backend& backend, const Build& build, const GradeRequest& request,
                     LabGrade& grade);

/// In a strict grade, compares call by call the program that @p build runs on the device of @p backend, if
/// any, with the @p counted one on the simulator, for the grade from @p seed. If they differ, fails @p step,
/// which is `technique`, and returns true.
bool fail_if_device_differs(Step& step, const Backend& backend, const Build& build, std::uint64_t seed,
                            const std::vector<std::vector<Launch>>& counted);

/// Takes the step's points back if the timed run of @p grade launched a kernel that was never counted, or if
/// not all of its launches can have been detected: the timed code must be the inspected code. If the timed and
/// the counted device are not @p alike, instances of one template count as the same kernel, because an honest
/// program may choose one by the device.
void compare_with_timed(LabGrade& grade, bool alike);

} // namespace grader
