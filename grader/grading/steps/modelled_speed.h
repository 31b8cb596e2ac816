#pragma once

/// @file
/// Speed where no clock is: times that the simulator models, and the step `fast` made of them.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "course/course.h"
#include "grading/backend/backend.h"
#include "grading/backend/build.h"
#include "grading/grade/grade.h"
#include "grading/messages/message.h"
#include "grading/model/modelled_baseline.h"
#include "grading/model/modelled_call.h"
#include "grading/steps/grade_lab.h"

namespace grader {

/// Why times of @p lab cannot be modelled on @p backend; empty: they can.
Message why_not_modelled(const Backend& backend, const Lab& lab);

/// Why nobody can tell how fast a build of @p lab is: there is no clock, and no model. Empty: one of them is there.
Message why_no_speed(const Backend& backend, const Lab& lab);

/// One build against the baseline, modelled.
struct ModelledBuild {
    Message failure;                ///< why there is no time; says nothing: there is one
    bool at_fault = false;          ///< the build is to blame for that: the baseline has a time
    std::optional<Speedup> speedup; ///< with the band around it that the model's error leaves
    std::vector<Launch> launches;   ///< of the modelled call
    Message limited_by;             ///< what limits the call, of kind time_limit
    CountedRun counted;             ///< of the modelled call
};

/// A baseline for many grades of @p lab; none where a clock measures them, or nothing of @p lab can be modelled.
std::unique_ptr<ModelledBaseline> make_shared_modelled_baseline(const Backend& backend, const Lab& lab);

/// Models @p build, as @p draw says, against @p baseline. Throws EnvironmentError where the machine
/// fails.
ModelledBuild model_build(const Backend& backend, const Build& build, const ModelledBaseline& baseline,
                          const ThresholdsInUse& thresholds, const ModelledSeeds& draw = {});

/// Gives @p step the status, message and points of the modelled @p speedup. The points are those of the ratio itself, also where
/// the threshold lies within the band: otherwise a slower program could earn more than a faster one.
void judge_model(Step& step, const Speedup& speedup);

/// The timed case of @p lab, whose time the model gives, and where another call stands for it, how that differs: "16384 x 16384,
/// from a call on one of 33 equal parts of the GPU with height 496".
std::string modelled_case(const Backend& backend, const Lab& lab);

/// Models @p build, compares it with @p thresholds, and appends the step `fast`, the speedup and the launches to
/// @p grade.
void model_speed(const Backend& backend, const Build& build, const GradeRequest& request,
                 const ThresholdsInUse& thresholds, LabGrade& grade);

} // namespace grader
