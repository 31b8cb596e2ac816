#pragma once

/// @file
/// One stage of one job, done here.

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

/// What a stage of a job came to.
struct StageResult {
    LabGrade grade;              ///< whole, or what the checks came to
    bool timing_pending = false; ///< it is left for the timing to finish
    double seconds = 0;          ///< all of it
    double device_seconds = 0;   ///< how long the GPU's lock was held
};

/// What builds and runs the stage of a run's jobs; looks at the machine once.
class StageRunner {
public:
    /// @param course the run's; has to outlive this
    /// @param progress called with what is being done
    /// Throws EnvironmentError where this machine cannot do what @p means ask for.
    StageRunner(const Course& course, const GradingConfig& config, Stage stage,
                std::function<void(const std::string&)> progress);

    /// Does its stage of @p job. Of a timing, @p checked is what the checks came to. Throws EnvironmentError where the machine
    /// fails, and Interrupted.
    [[nodiscard]] StageResult run_job(const Job& job, const LabGrade* checked);

    /// What jobs are timed on.
    [[nodiscard]] const Backend& backend() const { return *backend_; }

private:
    [[nodiscard]] std::string command_for(const Job& job, const Lab& lab) const;
    /// Of a grade that models @p lab; null where none does.
    [[nodiscard]] const ModelledBaseline* modelled_baseline(const Lab& lab);

    const Course& course_;
    const GradingConfig& config_;
    const Stage stage_;
    std::function<void(const std::string&)> progress_;
    std::unique_ptr<Backend> backend_;
    std::map<std::string, ModelledBaseline> baselines_; ///< by lab id; of labs that were asked for
};

} // namespace grader
