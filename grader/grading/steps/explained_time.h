#pragma once

/// @file
/// The modelled time of a build, for `grader explain`, with those of the lab's own programs.

#include <optional>
#include <string>
#include <vector>

#include "grading/backend/backend.h"
#include "grading/backend/build.h"
#include "grading/messages/message.h"
#include "grading/model/modelled_call.h"

namespace grader {

/// A modelled program.
struct ModelledProgram {
    std::string name;                 ///< "baseline" or "solution"; empty: the build that is explained
    Message why_none;                 ///< why its time is unknown; empty: it is known
    std::optional<ModelledCall> call; ///< none if nothing was modelled
};

/// The modelled times for one build of a lab.
struct ExplainedTime {
    TimeModel model;              ///< time model of the backend
    std::string case_name = {};   ///< the modelled case, in words; empty if nothing was modelled
    std::string no_speed = {};    ///< why a ratio of two of these times is not a speedup; empty: it is
    ModelledProgram program = {}; ///< the build, with its suggestions
    std::vector<ModelledProgram> compared = {}; ///< the baseline, and the solution if this tree has it
};

/// The programs of a lab that are modelled in addition to a build.
enum class ComparedPrograms {
    none,         ///< none, which takes the least time
    own_programs, ///< the baseline, and the solution if this tree has it
};

/// Models @p build. If nothing can be modelled on @p backend, returns only the reason. Throws
/// EnvironmentError on an infrastructure error.
ExplainedTime explain_time(const Backend& backend, const Build& build, ComparedPrograms compared);

} // namespace grader
