#pragma once

/// @file
/// One side of a paired benchmark: a build in a series of processes, and the trusted side's measurements of
/// each of its calls.

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

/// The state that all candidates of a timed case share.
struct BenchmarkContext {
    const Backend& backend;              ///< runs the builds
    const kernelsmith::Problem& problem; ///< checks the outputs
    kernelsmith::Draw draw;              ///< draw of the case; window and key change with each call
    kernelsmith::Layout layout;          ///< layout of the case
    std::vector<std::uint64_t> guards;   ///< patterns of the guard bands, by buffer
    std::unique_ptr<Pool> pool;          ///< the inputs
    std::unique_ptr<ClockSource> clocks; ///< null: the device's clock rates cannot be read
};

/// Whether a candidate's outputs are spot-checked. A reference that only moves as many bytes computes nothing
/// to check.
enum class SpotChecks { on, off };

/// One call, measured on both sides.
struct CallSample {
    TimedCall call;     ///< times of the call
    ClockReading clock; ///< clock rates right after the call
    LaunchLog launches; ///< launches of this call
    Message wrong;      ///< failure of its outputs; empty: none
};

/// A build in a paired benchmark.
class Candidate {
public:
    /// Starts no process yet. @p context and @p secrets must outlive this object.
    Candidate(const BenchmarkContext& context, Build build, Secrets& secrets);

    /// Starts a fresh process instead of the previous one, without waiting until it has opened its device. It
    /// runs none of the build's code before load_build(). Throws EnvironmentError.
    void start_process();
    /// Loads the build, in the process from start_process() or in a fresh one, and allocates all memory that
    /// later calls need. Throws RunnerDied and RunnerFault.
    void load_build();
    /// Stops the process. Its keeper serves the next one.
    void stop_process();

    /// Calls the function on fresh inputs with cold caches, and checks its outputs. The inputs are
    /// @p window of the pool, salted with a key that is drawn for this call.
    CallSample run_call(std::uint64_t window, SpotChecks spot_checks);
    /// Describes writes outside of the buffers, as a sentence; empty if there are none.
    Message damage();
    /// Measures, in the current process, {copy_gb_s, fp32_gflop_s, roots_giga_s}.
    nlohmann::json ceilings() { return runner_->ceilings(); }

private:
    [[nodiscard]] Message check(std::uint64_t window, std::uint64_t key, std::uint64_t poison);

    const BenchmarkContext& context_;
    Build build_;
    Secrets& secrets_;
    std::shared_ptr<Keeper> keeper_;        ///< keeper of the last process; null: none
    std::unique_ptr<RunnerClient> started_; ///< has not loaded the build yet
    std::unique_ptr<RunnerClient> runner_;
    std::size_t idle_process_count_ =
        0; ///< processes of a runner that has loaded nothing; 0: not sandboxed, so they are not counted
};

} // namespace grader
