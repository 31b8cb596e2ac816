#pragma once

/// @file
/// The step `clean`: the same build on the simulator, with every check on.

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
    std::string name = {};         ///< as the manifest calls it
    kernelsmith::Sizes sizes = {}; ///< by name
    std::uint64_t seed = 0;        ///< of its inputs
};

/// Runs @p build on its lab's clean sizes under the simulator's checks. It passes only where every
/// run came to its end and nothing was found. The lines that ran go to @p grade.
Step check_clean(const Backend& backend, const Build& build, const GradeRequest& request, LabGrade& grade);

/// Repeats the checks at the sizes @p calls, where the counted calls of @p grade ran lines that ran at no clean size. The step
/// `clean` of @p grade fails for what they find there, or where they do not come to their end.
void check_uncovered_lines(const Backend& backend, const Build& build, const GradeRequest& request,
                           const std::vector<DrawnCase>& calls, LabGrade& grade);

/// The same for the call that was @p modelled, which executed @p code. Where the checks do not come to their end at this size, its
/// lines stay unchecked.
void check_modelled_lines(const Backend& backend, const Build& build, const GradeRequest& request,
                          const ExecutedCode& code, const DrawnCase& modelled, LabGrade& grade);

/// Returns a mistake that may explain why @p build computes a wrong result or crashes: the one most relevant to @p outcome, or else the
/// first one that the simulator finds at the @p failing case, if that is small, or at the lab's clean sizes. It is reported as
/// check_clean() reports it, below a message of kind simulator_saw. Empty if the simulator finds none or cannot run.
std::vector<Message> first_mistake(const Backend& backend, const Build& build, const GradeRequest& request,
                                   const DrawnCase& failing, const CaseOutcome& outcome);

} // namespace grader
