#pragma once

/// @file
/// The keeper: a process that owns the buffers on which a student's function works, and in which no code of a
/// student ever runs.
///
/// The keeper makes the inputs and reads the results itself, so that neither depends on data from a student's
/// process. It also times calls by its own clock. It runs the same program as the runner in another role: the
/// requests that a runner serves for its own buffers, the keeper serves for buffers that it shares with the
/// runner.

#include <filesystem>
#include <optional>

#include "base/descriptor.h"
#include "grading/channel/doorbell.h"
#include "grading/runner_client/buffers_client.h"
#include "grading/runner_client/runner_connection.h"

namespace grader {

/// Inputs that the processes of a timed run share.
struct SharedPool {
    int descriptor = -1;   ///< memory file with the inputs; negative: there are none
    std::size_t bytes = 0; ///< size of all inputs together in bytes
};

/// A strided region of an output for spot checks, copied when a call reports its end: `rows` rows of `width`
/// bytes, `pitch` bytes apart.
struct SpotCheckRegion {
    std::size_t buffer = 0; ///< index of the buffer in the layout
    std::size_t from = 0;   ///< byte offset of the first row
    std::size_t pitch = 0;  ///< bytes from one row's start to the next
    std::size_t width = 0;  ///< bytes per row
    std::size_t rows = 1;   ///< number of rows
};

/// The process of one keeper. It continues after the runner that it serves has ended, and serves the next
/// one.
class Keeper {
public:
    /// Starts nothing yet. @p runner is the command of the runner that the keeper will serve.
    Keeper(RunnerCommand runner, const Limits& limits, SharedPool pool);

    /// Starts the process unless it is running. @p socket is the socket of a simulated device, if there is
    /// one.
    void start(const std::filesystem::path& socket);
    /// Requests the copy of the pool to the device, unless it is there already, without waiting for it.
    void begin_pool();
    /// Waits until the pool is on the device.
    void pool();

    /// Returns the interface to the buffers. Valid only after start().
    [[nodiscard]] BuffersClient& buffers() { return *buffers_; }
    /// Returns the descriptor of the doorbell's shared memory, which a runner needs to map it.
    [[nodiscard]] int doorbell() const { return doorbell_memory_.get(); }

    /// Requests one supervised call, and does not wait for it. When the runner is armed, the keeper prepares
    /// the buffers, starts and times the call, and copies @p regions of the outputs at its end.
    void supervise_call(const Preparation& preparation, const std::vector<SpotCheckRegion>& regions);

    /// Times of one call by the keeper's clock.
    struct CallTimes {
        double ms = 0;       ///< duration of the call, from DoorbellState::go until DoorbellState::done
        double ready_ms = 0; ///< duration of the preparation
        double wake_ms =
            0; ///< time from the end of the preparation until the runner's context held the device
    };
    /// Returns the times of the last call. Valid only if has_call_completed().
    CallTimes call_times();
    /// Returns whether the runner has reported the end of the call through the doorbell.
    [[nodiscard]] bool has_call_completed() const { return bell_.is_in_state(DoorbellState::done); }
    /// Aborts the call: a runner or keeper that waits at the doorbell stops waiting.
    void give_up();
    /// Returns whether the spot checks of the outputs still have the bytes that they had when the call
    /// reported its end.
    bool outputs_settled();

private:
    RunnerCommand command_;
    SharedPool pool_;
    RunLimits limits_;
    Descriptor doorbell_memory_;
    Doorbell bell_;
    std::optional<RunnerConnection> connection_;
    std::optional<BuffersClient> buffers_;
    bool is_copying_pool_ = false; ///< the copy was requested, and its response has not been received yet
    bool has_pool_ = false;
};

} // namespace grader
