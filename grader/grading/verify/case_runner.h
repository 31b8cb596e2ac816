#pragma once

/// @file
/// Runs one build on case after case in a process that is reused as long as possible. Attributes a lack of
/// memory to the student or to the machine.

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "grading/backend/backend.h"
#include "grading/backend/build.h"
#include "grading/verify/case_run.h"
#include "kernelsmith/problem.h"

namespace grader {

/// Runs one build on any number of cases.
///
/// Theory of operation: a process that has loaded the student's code may be refused memory, or the device,
/// because of what that code took, or because another user occupies the device. The process itself cannot be
/// trusted to say which. So a fresh process without the student's code requests the same first: if that is
/// refused, too, it is an infrastructure error. Otherwise all work so far is repeated in a fresh process of
/// the build; only a second refusal is attributed to the student.
class CaseRunner {
public:
    /// Starts nothing yet. @p backend and @p problem must outlive this object.
    CaseRunner(const Backend& backend, Build build, const kernelsmith::Problem& problem);

    /// Starts a process and loads the build. Throws RunnerDied and RunnerFault for the student's faults,
    /// EnvironmentError for infrastructure errors.
    void load();

    /// Runs the case of these sizes as run_case() does. Throws as load() does.
    CaseOutcome run(const kernelsmith::Sizes& sizes, std::uint64_t seed, const CaseOptions& options = {});

    /// Returns the output that the student's code printed in the last process.
    [[nodiscard]] std::string output() const;

private:
    void start();
    void stop_runner();
    void replay_history();
    template <typename Work> auto with_fault_attribution(const kernelsmith::Layout& needed, Work work);

    const Backend& backend_;
    Build build_;
    const kernelsmith::Problem& problem_;
    std::unique_ptr<RunnerClient> runner_; ///< null: no process
    std::string output_;                   ///< output of the previous process
    std::vector<std::pair<kernelsmith::Sizes, std::uint64_t>>
        history_; ///< cases that were run, with their seeds
};

} // namespace grader
