#pragma once

/// @file
/// How long a build would take, for `grader explain`, and beside it the lab's own programs.

#include <optional>
#include <string>
#include <vector>

#include "grading/backend/backend.h"
#include "grading/backend/build.h"
#include "grading/messages/message.h"
#include "grading/model/modelled_call.h"

namespace grader {

/// A build, modelled.
struct ModelledProgram {
    std::string name;                 ///< "baseline" or "solution"; empty: the build that is explained
    Message why_none;                 ///< why its time is not known; says nothing: it is
    std::optional<ModelledCall> call; ///< none where nothing was modelled
};

/// What the model says of one build of a lab.
struct ExplainedTime {
    TimeModel model;                            ///< of the backend
    std::string case_name = {};                 ///< what was modelled, in words; empty where nothing was
    std::string no_speed = {};                  ///< why two of these times make no speedup; empty: they do
    ModelledProgram program = {};               ///< the build, with what would make it faster
    std::vector<ModelledProgram> compared = {}; ///< the baseline, and the solution where this tree has it
};

/// Which programs of a lab are modelled beside a build.
enum class ComparedPrograms {
    none,         ///< that takes least time
    own_programs, ///< the baseline, and the solution where this tree has it
};

/// Models @p build. Where nothing is modelled on @p backend, it says why, and no more. Throws
/// EnvironmentError where the machine fails.
ExplainedTime explain_time(const Backend& backend, const Build& build, ComparedPrograms compared);

} // namespace grader
