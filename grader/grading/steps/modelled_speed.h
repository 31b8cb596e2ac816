#pragma once

/// @file
/// Speed without a clock: times that the simulator models, and the step `fast` based on them.

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

/// Returns why times of @p lab cannot be modelled on @p backend; empty if they can.
Message why_not_modelled(const Backend& backend, const Lab& lab);

/// Returns why the speed of a build of @p lab cannot be determined: there is no clock, and no model. Empty if
/// there is one of them.
Message why_no_speed(const Backend& backend, const Lab& lab);

/// The result of modelling one build and comparing it with the baseline.
struct ModelledBuild {
    Message failure;                ///< why there is no time; empty: there is one
    bool at_fault = false;          ///< the build caused the failure: the baseline has a time
    std::optional<Speedup> speedup; ///< with the error band of the model
    std::vector<Launch> launches;   ///< launches of the modelled call
    Message limited_by;             ///< the limiter of the call, of kind time_limit
    CountedRun counted;             ///< counters of the modelled call
};

/// Returns a baseline for many grades of @p lab; null if a clock measures them, or if nothing of @p lab can
/// be modelled.
std::unique_ptr<ModelledBaseline> make_shared_modelled_baseline(const Backend& backend, const Lab& lab);

/// Models @p build, with inputs from @p draw, and compares it with @p baseline. Throws EnvironmentError on an
/// infrastructure error.
ModelledBuild model_build(const Backend& backend, const Build& build, const ModelledBaseline& baseline,
                          const ThresholdsInUse& thresholds, const ModelledSeeds& draw = {});

/// Sets status, message and points of @p step for the modelled @p speedup. The points are those of the ratio
/// itself, even if the threshold is within the error band: otherwise a slower program could earn more than a
/// faster one.
void judge_model(Step& step, const Speedup& speedup);

/// Returns the name of the timed case of @p lab that is modelled, and, if a smaller call represents it, the
/// difference: "16384 x 16384, from a call on one of 33 equal parts of the GPU with height 496".
std::string modelled_case(const Backend& backend, const Lab& lab);

/// Models @p build, compares it with @p thresholds, and appends the step `fast`, the speedup and the launches
/// to @p grade.
void model_speed(const Backend& backend, const Build& build, const GradeRequest& request,
                 const ThresholdsInUse& thresholds, LabGrade& grade);

} // namespace grader
