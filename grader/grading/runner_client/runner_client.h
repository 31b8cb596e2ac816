#pragma once

/// @file
/// What runs a build, as the grader sees it: typed requests to the process with the student's code in it, and to the
/// keeper, where there is one, that owns its buffers.

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
    double ms = 0;           ///< by the runner's clock, device idle before and after
    double copied_bytes = 0; ///< between host and device, both ways, by calls of the CUDA runtime
};

/// The outcome of a call that was timed.
struct TimedCall {
    CallResult result; ///< what its process says
    double observed_ms =
        0; ///< by the keeper's clock; without a keeper by the grader's, around the whole request
    double ready_ms = 0; ///< what the preparation took right before; 0 without a keeper
    double wake_ms = 0;  ///< from the preparation's end until the runner had the device; 0 without a keeper
};

/// What becomes of an error that a call has left and that the student's code has not asked for.
enum class UncheckedErrors {
    reported,      ///< it is a fault of the call
    left_in_place, ///< it stays, so that a simulator takes it for what it is
};

/// One build's process and what belongs to it.
class RunnerClient {
public:
    /// Starts a runner. @p pool are the inputs of a timed run, if any. @p object is the build that it is to load: locked in, it can load no other. @p keeper is one that
    /// has kept for an earlier runner; without one, a new one is made where @p command asks for it. Throws
    /// EnvironmentError when it cannot be started.
    RunnerClient(const RunnerCommand& command, const RunLimits& limits, SharedPool pool = {},
                 const std::filesystem::path& object = {}, std::shared_ptr<Keeper> keeper = nullptr);

    /// Has the device opened, which may take seconds, without waiting for it: who needs another process as well can
    /// start that meanwhile.
    void open();
    /// Waits until the device is open, and returns its facts, as Device::facts() gives them. Comes before all that needs
    /// buffers.
    nlohmann::json hello();
    /// Loads the shared object @p object and finds the function @p entry in it.
    void load(const std::filesystem::path& object, const std::string& entry);

    /// Copies the pool to the device; only where there is one.
    void pool();
    /// How many bytes of the device's memory nobody has, now.
    std::uint64_t free_bytes();
    /// Makes the buffers of @p layout, each between bands filled with its pattern out of @p guards.
    void allocate(const kernelsmith::Layout& layout, const std::vector<std::uint64_t>& guards);
    /// Makes the buffers of @p layout without bands, each ending where its memory ends: for a simulator,
    /// which sees every byte beyond.
    void allocate_bare(const kernelsmith::Layout& layout);
    /// Puts @p elements, exactly as long as the buffer, into the buffer with the number @p buffer.
    void fill(std::size_t buffer, std::vector<std::uint8_t> elements);
    /// Does what @p preparation says, and waits until it is done.
    void prepare(const Preparation& preparation);
    /// Calls the student's function on the buffers as they are. The lab's wall-clock limit holds.
    CallResult call(UncheckedErrors errors = UncheckedErrors::reported);
    /// Prepares the buffers, calls the student's function and measures how long that takes. A keeper sees @p looks at
    /// the moment when it is done.
    TimedCall timed_call(const Preparation& preparation, const std::vector<SpotCheckRegion>& regions);
    /// Whether what was looked at is still what it was. True without a keeper, which did not look.
    bool outputs_settled();
    /// What the last call launched.
    LaunchLog launches();
    /// From now on the operations of each call are noted one by one, and @p with_events timed on the device. That makes
    /// the call a little longer.
    void record(bool with_events);
    /// The operations of the last call, which began after record().
    OperationLog operations();
    /// The whole content of the buffer with the number @p buffer.
    std::vector<std::uint8_t> fetch(std::size_t buffer);
    /// The elements at @p indices of the buffer with the number @p buffer, in that order.
    std::vector<std::uint8_t> gather(std::size_t buffer, const std::vector<std::size_t>& indices);
    /// What stands in the guard bands now, by buffer.
    std::vector<GuardBands> guards();
    /// Frees the buffers, so that other ones can be allocated. The function and the pool stay.
    void release();
    /// What the device reaches, measured now: {copy_gb_s, fp32_gflop_s, roots_giga_s}.
    nlohmann::json ceilings();
    /// Has the process end by itself and waits for that, so that a simulator writes its report. Nothing else
    /// can be asked afterwards. Throws RunnerDied where it does not end as it should.
    void finish();

    /// Stops the process, which answered something that the runner's own code never says, and throws
    /// RunnerDied.
    [[noreturn]] void reject_answer() { connection_.reject_answer(); }

    /// How many processes there are of it now, with all that lock it in.
    [[nodiscard]] std::size_t processes() const { return connection_.process().count_living(); }

    /// What the student's code printed so far.
    [[nodiscard]] std::string output() const { return connection_.process().output(); }
    /// For the next runner; null: there is none.
    [[nodiscard]] std::shared_ptr<Keeper> keeper() const { return keeper_; }

private:
    /// Does @p work with the buffers, wherever they are.
    template <typename Work> auto with_buffers(Work work);
    /// Does @p work with the keeper. What goes wrong there is the machine's fault, unless the runner is dead.
    template <typename Work> auto with_keeper(Work work);
    void allocate(const kernelsmith::Layout& layout, const std::vector<std::uint64_t>& guards, bool bare);
    [[nodiscard]] CallResult read_result(const nlohmann::json& answer);
    TimedCall keeper_call(const Preparation& preparation, const std::vector<SpotCheckRegion>& regions);

    RunLimits limits_;
    SharedPool pool_;
    std::shared_ptr<Keeper> keeper_;
    RunnerConnection connection_;
    BuffersClient own_buffers_;
    bool is_opening_ = false; ///< the runner was told to open the device, and nobody has heard its answer
    bool has_bell_ = false;   ///< the runner has the keeper's doorbell
};

} // namespace grader
