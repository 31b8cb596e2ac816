#pragma once

/// @file
/// The grader's interface to the process that runs a build: typed requests to that process, which has the
/// student's code, and to the keeper, if there is one, which owns its buffers.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "grading/channel/launch.h"
#include "grading/channel/operation.h"
#include "grading/runner_client/buffers_client.h"
#include "grading/runner_client/keeper.h"
#include "grading/runner_client/runner_connection.h"
#include "kernelsmith/problem.h"

namespace grader {

/// The outcome of one call of the student's function.
struct CallResult {
    double ms = 0;           ///< duration by the runner's clock, with an idle device before and after
    double copied_bytes = 0; ///< bytes copied between host and device, in both directions, by calls of the
                             ///< CUDA runtime
};

/// The outcome of a timed call.
struct TimedCall {
    CallResult result; ///< as the process with the student's code reports it
    double observed_ms =
        0; ///< duration by the keeper's clock; without a keeper by the grader's, around the whole request
    double ready_ms = 0; ///< duration of the preparation right before the call; 0 without a keeper
    double wake_ms = 0; ///< time from the end of the preparation until the runner had the device; 0 without a
                        ///< keeper
};

/// Treatment of a CUDA error that a call has left and that the student's code has not checked.
enum class UncheckedErrors {
    reported,      ///< report it as a fault of the call
    left_in_place, ///< leave it in place, so that a simulator reports it as an unchecked error
};

/// The runner process of one build, with its keeper.
class RunnerClient {
public:
    /// Starts a runner. @p pool holds the inputs of a timed run, if any. @p object is the build that it will
    /// load; a sandboxed runner can load no other. @p keeper is a keeper that has served an earlier runner;
    /// if it is null, a new keeper is created if @p command requires one. Throws EnvironmentError if the
    /// runner cannot be started.
    RunnerClient(const RunnerCommand& command, const RunLimits& limits, SharedPool pool = {},
                 const std::filesystem::path& object = {}, std::shared_ptr<Keeper> keeper = nullptr);

    /// Requests that the runner opens the device, which may take seconds, without waiting for it. A
    /// caller that needs another process can start that process meanwhile.
    void open();
    /// Waits until the device is open, and returns its facts as Device::facts() does. Must precede all
    /// requests that need buffers.
    nlohmann::json hello();
    /// Loads the shared object @p object and finds the function @p entry in it.
    void load(const std::filesystem::path& object, const std::string& entry);

    /// Copies the pool to the device. Only valid if there is a pool.
    void pool();
    /// Returns the free memory of the device in bytes.
    std::uint64_t free_bytes();
    /// Allocates the buffers of @p layout, each between guard bands filled with its pattern from @p guards.
    void allocate(const kernelsmith::Layout& layout, const std::vector<std::uint64_t>& guards);
    /// Allocates the buffers of @p layout without guard bands, each ending where its allocation ends: for a
    /// simulator, which detects every access beyond.
    void allocate_bare(const kernelsmith::Layout& layout);
    /// Writes @p elements, exactly as long as the buffer, to the buffer with the index @p buffer.
    void fill(std::size_t buffer, std::vector<std::uint8_t> elements);
    /// Prepares the buffers as @p preparation specifies, and waits until that is done.
    void prepare(const Preparation& preparation);
    /// Calls the student's function on the buffers as they are. The lab's wall-clock limit applies.
    CallResult call(UncheckedErrors errors = UncheckedErrors::reported);
    /// Prepares the buffers, calls the student's function and times the call. A keeper copies the spot checks
    /// @p regions at the moment when the call reports its end.
    TimedCall timed_call(const Preparation& preparation, const std::vector<SpotCheckRegion>& regions);
    /// Returns whether the spot checks still have the same bytes. True without a keeper, which makes no spot
    /// checks.
    bool outputs_settled();
    /// Returns the launches of the last call.
    LaunchLog launches();
    /// Starts recording the operations of each call one by one, and times them on the device if
    /// @p with_events. Recording makes the call a little longer.
    void record(bool with_events);
    /// Returns the operations of the last call, which must have begun after record().
    OperationLog operations();
    /// Returns the whole contents of the buffer with the index @p buffer.
    std::vector<std::uint8_t> fetch(std::size_t buffer);
    /// Returns the elements at @p indices of the buffer with the index @p buffer, in that order.
    std::vector<std::uint8_t> gather(std::size_t buffer, const std::vector<std::size_t>& indices);
    /// Returns the current contents of the guard bands, by buffer.
    std::vector<GuardBands> guards();
    /// Frees the buffers, so that others can be allocated. The function and the pool stay.
    void release();
    /// Measures the peak rates of the device: {copy_gb_s, fp32_gflop_s, roots_giga_s}.
    nlohmann::json ceilings();
    /// Lets the process exit by itself and waits for that, so that a simulator writes its report. No request
    /// may follow. Throws RunnerDied if the process does not exit properly.
    void finish();

    /// Stops the process, whose response the runner's own code would never send, and throws RunnerDied.
    [[noreturn]] void reject_answer() { connection_.reject_answer(); }

    /// Returns the number of its living processes, those of its sandbox included.
    [[nodiscard]] std::size_t processes() const { return connection_.process().count_living(); }

    /// Returns the output that the student's code has printed so far.
    [[nodiscard]] std::string output() const { return connection_.process().output(); }
    /// Returns the keeper for use with the next runner; null if there is none.
    [[nodiscard]] std::shared_ptr<Keeper> keeper() const { return keeper_; }

private:
    /// Calls @p work with the interface to the buffers, in the keeper or in the runner.
    template <typename Work> auto with_buffers(Work work);
    /// Calls @p work with the keeper. A failure there is an infrastructure error, unless the runner is dead.
    template <typename Work> auto with_keeper(Work work);
    void allocate(const kernelsmith::Layout& layout, const std::vector<std::uint64_t>& guards, bool bare);
    [[nodiscard]] CallResult read_result(const nlohmann::json& answer);
    TimedCall keeper_call(const Preparation& preparation, const std::vector<SpotCheckRegion>& regions);

    RunLimits limits_;
    SharedPool pool_;
    std::shared_ptr<Keeper> keeper_;
    RunnerConnection connection_;
    BuffersClient own_buffers_;
    bool is_opening_ = false; ///< the runner was requested to open the device, and its response has not been
                              ///< received yet
    bool has_bell_ = false;   ///< the runner has mapped the keeper's doorbell
};

} // namespace grader
