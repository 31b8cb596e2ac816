#pragma once

/// @file
/// One side of a timed run: a build, process after process, and what the trusted side has to say of each of its calls.

#include <memory>
#include <string>

#include "base/secrets.h"
#include "grading/backend/backend.h"
#include "grading/backend/build.h"
#include "grading/backend/clock_source.h"
#include "grading/measure/pool.h"
#include "grading/messages/message.h"
#include "grading/runner_client/runner_client.h"
#include "kernelsmith/problem.h"

namespace grader {

/// What all contestants of a timed case share.
struct BenchmarkContext {
    const Backend& backend;              ///< where builds run
    const kernelsmith::Problem& problem; ///< checks their outputs
    kernelsmith::Draw draw;              ///< of the case; window and key change from turn to turn
    kernelsmith::Layout layout;          ///< of the case
    std::vector<std::uint64_t> guards;   ///< patterns of the guard bands, by buffer
    std::unique_ptr<Pool> pool;          ///< the inputs
    std::unique_ptr<ClockSource> clocks; ///< null: nobody tells of the device's clocks
};

/// Whether a candidate's outputs are looked at. A peer that only moves as many bytes computes nothing.
enum class SpotChecks { on, off };

/// One call, as it was seen from both sides.
struct CallSample {
    TimedCall call;     ///< its times
    ClockReading clock; ///< right after it
    LaunchLog launches; ///< of this call
    Message wrong;      ///< what is wrong with its outputs; empty: nothing
};

/// A build that takes turns.
class Candidate {
public:
    /// No process is started yet. @p context and @p secrets have to outlive it.
    Candidate(const BenchmarkContext& context, Build build, Secrets& secrets);

    /// Starts a fresh process in the place of the one there was, and does not wait until it has opened its device. None
    /// of the build's code runs in it before enter(). Throws EnvironmentError.
    void start_process();
    /// Has the build loaded, and all the memory taken that turns will take: in the process that was begun, or else in a
    /// fresh one. Throws RunnerDied and RunnerFault.
    void load_build();
    /// Ends its process. What was kept for it is kept for the next one.
    void stop_process();

    /// Calls the function on fresh inputs, with cold caches, and looks at its outputs. Inputs are @p window of the pool,
    /// salted with a key that is drawn for this call.
    CallSample run_call(std::uint64_t window, SpotChecks spot_checks);
    /// What was written outside of its buffers, as a sentence; empty where nothing was.
    Message damage();
    /// Of the process that there is now: {copy_gb_s, fp32_gflop_s, roots_giga_s}.
    nlohmann::json ceilings() { return runner_->ceilings(); }

private:
    [[nodiscard]] Message check(std::uint64_t window, std::uint64_t key, std::uint64_t poison);

    const BenchmarkContext& context_;
    Build build_;
    Secrets& secrets_;
    std::shared_ptr<Keeper> keeper_;        ///< of the last process; null: there is none
    std::unique_ptr<RunnerClient> started_; ///< has not entered yet
    std::unique_ptr<RunnerClient> runner_;
    std::size_t idle_process_count_ =
        0; ///< processes of a runner that has loaded nothing; 0: it is not locked in, so nobody counts
};

} // namespace grader
