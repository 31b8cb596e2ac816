#pragma once

/// @file
/// Runs one stage of one job in this process.

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "classroom/run/journal.h"
#include "classroom/run/run_plan.h"
#include "course/course.h"
#include "grading/backend/backend.h"
#include "grading/steps/modelled_speed.h"

namespace grader {

/// Result of a stage.
struct StageResult {
    LabGrade grade;              ///< complete, or the part that the check made
    bool timing_pending = false; ///< the grade still needs the timing stage
    double seconds = 0;          ///< duration of the stage
    double device_seconds = 0;   ///< the part in which the GPU's lock was held
};

/// Builds and runs one stage of a run's jobs; inspects the machine once.
class StageRunner {
public:
    /// @param course course of the run; must outlive this
    /// @param progress called with a description of each activity
    /// Throws EnvironmentError if this machine cannot do what @p config requires.
    StageRunner(const Course& course, const GradingConfig& config, Stage stage,
                std::function<void(const std::string&)> progress);

    /// Runs the stage of @p job. For a timing, @p checked is the result of the check. Throws
    /// EnvironmentError for an infrastructure error, and Interrupted.
    [[nodiscard]] StageResult run_job(const Job& job, const LabGrade* checked);

    /// Backend that jobs run on.
    [[nodiscard]] const Backend& backend() const { return *backend_; }

private:
    [[nodiscard]] std::string command_for(const Job& job, const Lab& lab) const;
    /// Returns the modelled baseline of @p lab; null if its speed is not modelled.
    [[nodiscard]] const ModelledBaseline* modelled_baseline(const Lab& lab);

    const Course& course_;
    const GradingConfig& config_;
    const Stage stage_;
    std::function<void(const std::string&)> progress_;
    std::unique_ptr<Backend> backend_;
    std::map<std::string, ModelledBaseline> baselines_; ///< keyed by lab id, labs used so far
};

} // namespace grader
