#pragma once

/// @file
/// The step `clean`: runs the same build on the simulator, with every check enabled.

#include <cstdint>
#include <string>
#include <vector>

#include "grading/backend/backend.h"
#include "grading/backend/build.h"
#include "grading/grade/grade.h"
#include "grading/messages/message.h"
#include "grading/steps/grade_lab.h"
#include "grading/verify/case_run.h"

namespace grader {

/// A case with its secret sizes drawn.
struct DrawnCase {
    std::string name = {};         ///< name in the manifest
    kernelsmith::Sizes sizes = {}; ///< sizes by name
    std::uint64_t seed = 0;        ///< seed of its inputs
};

/// Runs @p build on its lab's clean sizes under the simulator's checks. It passes only if every run finished
/// without errors. Adds the executed lines to @p grade.
Step check_clean(const Backend& backend, const Build& build, const GradeRequest& request, LabGrade& grade);

/// Repeats the checks at the sizes @p calls if the counted calls of @p grade executed lines that no clean
/// size executed. Fails the step `clean` of @p grade for errors there, or if the checks do not finish.
void check_uncovered_lines(const Backend& backend, const Build& build, const GradeRequest& request,
                           const std::vector<DrawnCase>& calls, LabGrade& grade);

/// Repeats the checks for the @p modelled call, which executed @p code. If the checks do not finish at this
/// size, its lines stay unchecked.
void check_modelled_lines(const Backend& backend, const Build& build, const GradeRequest& request,
                          const ExecutedCode& code, const DrawnCase& modelled, LabGrade& grade);

/// Returns a mistake that may explain why @p build computes a wrong result or crashes: the one most relevant
/// to @p outcome, or else the first one that the simulator finds at the @p failing case, if that is small, or
/// at the lab's clean sizes. It has the form of check_clean()'s messages, after a message of kind
/// simulator_saw. Empty if the simulator finds none or cannot run.
std::vector<Message> first_mistake(const Backend& backend, const Build& build, const GradeRequest& request,
                                   const DrawnCase& failing, const CaseOutcome& outcome);

} // namespace grader
