#pragma once

/// @file
/// Thresholds for a GPU on which the lab's own programs were not measured. The rule derives them from predicted times
/// as from measured ones (rule.h); their distance from known program and solution respects the prediction's error.

#include "course/course.h"
#include "grading/prediction/predict.h"
#include "grading/thresholds/select_thresholds.h"

namespace grader::thresholds {

/// Returns the thresholds of @p lab that follow from @p times, which may be wrong by a factor of 1 + @p band. As far as
/// possible, the solution reaches `pass`, and the known program does not, even if the prediction is wrong by that
/// factor, and the measurement is judged with it. If both are not possible, the solution passes.
Threshold predicted_threshold(const Lab& lab, const prediction::PredictedTimes& times, double band);

/// Returns the thresholds of @p lab for the modelled GPU @p slug; SpeedRule::recorded_for() if the lab has no record of
/// it.
/// @param same_model grades are modelled for that GPU, too, so that the model's error affects both alike
ThresholdsInUse thresholds_of_model(const GraderPaths& paths, const Lab& lab, const std::string& slug,
                                    bool same_model);

/// Returns the predicted thresholds of @p lab for the device of @p backend. A GPU that has not been measured by
/// calibrate is measured first, which takes some seconds. SpeedRule::recorded_for() if the lab has no record of modelled
/// calls. Throws EnvironmentError.
ThresholdsInUse predicted_thresholds(const Backend& backend, const Lab& lab,
                                     const ThresholdSelection& choice);

/// Returns whether predicted_thresholds() would measure the GPU first.
bool must_be_calibrated(const Backend& backend, const Lab& lab, const ThresholdSelection& choice);

} // namespace grader::thresholds
