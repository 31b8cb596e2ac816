#pragma once

/// @file
/// A process that owns the buffers which a student's function works on, and in which no code of a student's ever runs.
///
/// It makes the inputs and reads the results itself, so that neither is anybody's word; and it times calls by a clock
/// of its own. It is the runner's program in another role: what the runner does with its own buffers, the keeper does
/// with buffers that the runner is given.

#include <filesystem>
#include <optional>

#include "base/descriptor.h"
#include "grading/channel/doorbell.h"
#include "grading/runner_client/buffers_client.h"
#include "grading/runner_client/runner_connection.h"

namespace grader {

/// Inputs that the processes of a timed run share.
struct SharedPool {
    int descriptor = -1;   ///< below 0: there are none
    std::size_t bytes = 0; ///< of all of them
};

/// A piece of an output that is looked at when a call says that it is done: `rows` pieces of `width` bytes, `pitch` bytes
/// apart.
struct SpotCheckRegion {
    std::size_t buffer = 0; ///< its place in the layout
    std::size_t from = 0;   ///< byte at which the first piece starts
    std::size_t pitch = 0;  ///< from one piece's start to the next one's
    std::size_t width = 0;  ///< of a piece, in bytes
    std::size_t rows = 1;   ///< how many
};

/// One keeper's process. It goes on when the runner that it keeps for has ended, and another one takes its place.
class Keeper {
public:
    /// Nothing is started yet. @p runner says how the runner is started that it keeps for.
    Keeper(RunnerCommand runner, const Limits& limits, SharedPool pool);

    /// Starts the process, where it does not run yet. @p socket is that of a simulated device, once there is one.
    void start(const std::filesystem::path& socket);
    /// Has the pool copied to the device, where it is not there yet, and does not wait for it.
    void begin_pool();
    /// Waits until the pool is there.
    void pool();

    /// The buffers. Only once it has started.
    [[nodiscard]] BuffersClient& buffers() { return *buffers_; }
    /// The memory by which it tells a runner when to begin; of that, the runner needs a descriptor.
    [[nodiscard]] int doorbell() const { return doorbell_memory_.get(); }

    /// Has it prepare, and see one call through, as soon as the runner is armed. Does not wait for it.
    void supervise_call(const Preparation& preparation, const std::vector<SpotCheckRegion>& regions);

    /// What it saw of a call.
    struct CallTimes {
        double ms = 0;       ///< from "go" to "done", by its own clock
        double ready_ms = 0; ///< that the preparation took
        double wake_ms = 0;  ///< from then until the runner had the device
    };
    /// What it saw. Only where the runner has said by the doorbell that the call is done.
    CallTimes call_times();
    /// Whether the runner has said so.
    [[nodiscard]] bool has_call_completed() const { return bell_.is_in_state(DoorbellState::done); }
    /// The call has come to nothing: whoever waits for the other stops waiting.
    void give_up();
    /// Whether all outputs that were looked at are still what they were when the call said that it was done.
    bool outputs_settled();

private:
    RunnerCommand command_;
    SharedPool pool_;
    RunLimits limits_;
    Descriptor doorbell_memory_;
    Doorbell bell_;
    std::optional<RunnerConnection> connection_;
    std::optional<BuffersClient> buffers_;
    bool is_copying_pool_ = false; ///< it was told to, and has not answered yet
    bool has_pool_ = false;
};

} // namespace grader
