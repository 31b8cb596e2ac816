#pragma once

/// @file
/// One build, case after case, in a process that lasts as long as it can; and whose fault it is when there is
/// no memory for the next one.

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
/// Theory of operation: a process that has called the student's function, or only loaded it, may be refused
/// memory, or the device, because of what the student's code took, or because somebody else uses the device.
/// Its own word does not tell which. So a fresh process without the student's code asks for the same first: where
/// that is refused, too, it is the machine's. Where it is not, everything that was done so far is done again in
/// a fresh process of the build; only who is refused a second time has brought it about.
class CaseRunner {
public:
    /// Nothing is started yet. @p backend and @p problem have to outlive it.
    CaseRunner(const Backend& backend, Build build, const kernelsmith::Problem& problem);

    /// Starts a process and loads the build. Throws RunnerDied and RunnerFault for what is the student's,
    /// EnvironmentError for what is the machine's.
    void load();

    /// Runs the case of these sizes as run_case() does. Throws as load() does.
    CaseOutcome run(const kernelsmith::Sizes& sizes, std::uint64_t seed, const CaseOptions& options = {});

    /// What the student's code printed in the last process.
    [[nodiscard]] std::string output() const;

private:
    void start();
    void stop_runner();
    void replay_history();
    template <typename Work> auto with_fault_attribution(const kernelsmith::Layout& needed, Work work);

    const Backend& backend_;
    Build build_;
    const kernelsmith::Problem& problem_;
    std::unique_ptr<RunnerClient> runner_; ///< null: there is none
    std::string output_;                   ///< of the process before it
    std::vector<std::pair<kernelsmith::Sizes, std::uint64_t>>
        history_; ///< cases that were run, with their seeds
};

} // namespace grader
