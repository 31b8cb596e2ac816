#pragma once

/// @file
/// One side of a timed run: a build, process after process, and what the trusted side has to say of each of its calls.

#include <filesystem>
#include <memory>
#include <string>

#include "backend/backend.h"
#include "child/runner_client.h"
#include "course/course.h"
#include "kernelsmith/problem.h"
#include "measure/pool.h"
#include "secrets.h"

namespace grader {

/// What all contestants of a timed case share.
struct Ground {
    const Backend& backend;
    const Lab& lab;
    const kernelsmith::Problem& problem;
    kernelsmith::Draw draw;            ///< of the case; the window changes from turn to turn
    kernelsmith::Layout layout;        ///< of the case
    std::vector<std::uint64_t> guards; ///< patterns of the guard bands, by buffer
    std::unique_ptr<Pool> pool;        ///< the inputs
};

/// Whether a challenger's outputs are looked at. A peer that only moves as many bytes computes nothing.
enum class Looks { taken, spared };

/// One call, as it was seen from both sides.
struct Turn {
    TimedCall call;
    LaunchLog launches; ///< of this call
    std::string wrong;  ///< what is wrong with its outputs; empty: nothing
};

/// A build that takes turns.
class Contestant {
public:
    /// No process is started yet. @p ground and @p secrets have to outlive it.
    Contestant(const Ground& ground, std::filesystem::path object, Secrets& secrets);

    /// Starts a fresh process in the place of the one there was, with the build loaded and all the memory that turns
    /// will take. Throws RunnerDied and RunnerFault.
    void enter();
    /// Ends its process. What was kept for it is kept for the next one.
    void leave();

    /// Calls the function on fresh inputs, with cold caches, and looks at its outputs.
    Turn take_turn(std::uint64_t window, Looks looks);
    /// What was written outside of its buffers, as a sentence; empty where nothing was.
    std::string damage();
    /// Of the process that there is now: {copy_gb_s, fp32_gflop_s, roots_giga_s}.
    nlohmann::json ceilings() { return runner_->ceilings(); }

private:
    [[nodiscard]] std::string check(std::uint64_t window, std::uint64_t poison);

    const Ground& ground_;
    std::filesystem::path object_;
    Secrets& secrets_;
    std::shared_ptr<Keeper> keeper_; ///< of the last process; null: there is none
    std::unique_ptr<RunnerClient> runner_;
};

} // namespace grader
