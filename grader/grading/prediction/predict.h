#pragma once

/// @file
/// Predicts times of a lab's own programs on a GPU on which they were neither measured nor modelled.

#include <string>
#include <vector>

#include "course/course.h"
#include "grading/backend/backend.h"
#include "grading/prediction/lab_record.h"

namespace grader::prediction {

/// Predicted times of the timed case.
struct PredictedTimes {
    std::string from;       ///< slug of the modelled GPU that they are predicted from
    double baseline_ms = 0; ///< time of the baseline
    double known_ms = 0;    ///< 0: the lab has no known program
    double solution_ms = 0; ///< the solution

    /// Returns the speedup of the solution.
    [[nodiscard]] double solution() const { return baseline_ms / solution_ms; }
    /// Returns the speedup of the known program; 0 if there is none.
    [[nodiscard]] double known() const { return known_ms > 0 ? baseline_ms / known_ms : 0; }
};

/// Returns the times of @p lab on @p gpu: the slug of a modelled GPU, whose times are those of its model unless it is
/// left out; or a directory with the outputs of calibrate. Throws EnvironmentError.
/// @param record the record of @p lab
/// @param without slugs of modelled GPUs that they are not predicted from
PredictedTimes predicted_times(const GraderPaths& paths, const Lab& lab, const LabRecord& record,
                               const std::string& gpu, const std::vector<std::string>& without = {});

} // namespace grader::prediction
