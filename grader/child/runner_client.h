#pragma once

/// @file
/// A runner as the grader sees it: typed requests, deadlines, and one exception for every way it can end
/// badly.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "child/channel.h"
#include "child/launch.h"
#include "child/limits.h"
#include "child/process.h"
#include "child/runner_fault.h"
#include "descriptor.h"
#include "files.h"
#include "kernelsmith/problem.h"

namespace grader {

/// How a backend starts a runner.
struct RunnerCommand {
    std::vector<std::string> argv;                  ///< begins with the program's path
    std::map<std::string, std::string> environment; ///< on top of the grader's own
    bool may_flood = false; ///< what is printed beyond the limit is dropped, and not the process's end
    std::vector<std::string> starter =
        {};                        ///< a program that starts the runner and is not locked in; may be empty
    std::optional<Cell> cell = {}; ///< where the runner is locked in; none: it is not
};

/// The outcome of one call of the student's function.
struct CallResult {
    double ms = 0;           ///< by the runner's clock, device idle before and after
    double seen_ms = 0;      ///< by the grader's own clock around the whole request
    double copied_bytes = 0; ///< between host and device, both ways, by calls of the CUDA runtime
};

/// The guard bands of one buffer.
struct GuardBands {
    std::vector<std::uint8_t> before; ///< with the bytes that misalign the buffer
    std::vector<std::uint8_t> after;  ///< to the end of its block of memory
};

/// A window of a repeat: input @p buffer starts at byte @p from of the pool.
struct Window {
    std::size_t buffer = 0; ///< its place in the layout
    std::size_t from = 0;   ///< 0 is the pool's first
};

/// One runner process and the line to it.
class RunnerClient {
public:
    /// Starts a runner. @p pool is the descriptor of the shared inputs, or -1. @p object is the build that it is to
    /// load: locked in, it can load no other. Throws EnvironmentError when it cannot be started.
    RunnerClient(const RunnerCommand& command, const Limits& limits, int pool = -1,
                 const std::filesystem::path& object = {});

    /// The device's facts, as Device::facts() gives them. Opens the device, so it may take seconds.
    nlohmann::json hello();
    /// How many bytes of the device's memory nobody has, now.
    std::uint64_t free_bytes();
    /// Loads the shared object @p object and finds the function @p entry in it.
    void load(const std::filesystem::path& object, const std::string& entry);
    /// Copies the pool, @p bytes long, to the device. Only where one was handed over at the start.
    void pool(std::size_t bytes);
    /// Makes the buffers of @p layout, each between bands filled with its pattern out of @p guards.
    void allocate(const kernelsmith::Layout& layout, const std::vector<std::uint64_t>& guards);
    /// Makes the buffers of @p layout without bands, each ending where its memory ends: for a simulator,
    /// which sees every byte beyond.
    void allocate_bare(const kernelsmith::Layout& layout);
    /// Puts @p elements, exactly as long as the buffer, into the buffer with the number @p buffer.
    void fill(std::size_t buffer, std::vector<std::uint8_t> elements);
    /// Poisons outputs and scratch, copies each of @p windows to its input, and with @p flush empties caches.
    void prepare(std::uint64_t poison, const std::vector<Window>& windows, bool flush);
    /// Calls the student's function on the buffers as they are. The lab's wall-clock limit holds.
    CallResult call();
    /// What the last call launched.
    LaunchLog launches();
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
    [[noreturn]] void refuse();

    /// What the student's code printed so far.
    [[nodiscard]] std::string output() const { return process_.output(); }

private:
    /// Sends @p request and returns the answer, at most @p seconds later and with at most @p expected bytes. Throws
    /// RunnerDied or RunnerFault.
    Message exchange(const Message& request, double seconds, std::size_t expected = 0);
    /// The same where neither has bytes beside the document.
    nlohmann::json ask(nlohmann::json request, double seconds);
    void allocate(const kernelsmith::Layout& layout, const std::vector<std::uint64_t>& guards, bool bare);
    /// How long the buffer with the number @p buffer is.
    [[nodiscard]] std::size_t bytes_of(std::size_t buffer) const;
    [[noreturn]] void died(bool in_call);
    /// Kills the process and throws RunnerDied, with @p why.
    [[noreturn]] void stop(const std::string& why);
    /// Waits @p seconds for the process to end by itself; longer where it has begun to.
    [[nodiscard]] bool comes_to_its_end(double seconds);
    [[nodiscard]] RunnerFault fault_of(const nlohmann::json& fault, bool in_call) const;
    /// Has the starter of @p spec, a simulated GPU, listen where only the cell's program can call it.
    void open_socket_to(ProcessSpec& spec) const;
    [[nodiscard]] ProcessSpec make_spec(const RunnerCommand& command, int channel, int pool,
                                        const std::filesystem::path& object) const;

    struct SocketPair {
        SocketPair();
        Descriptor ours;
        Descriptor theirs;
    };

    Limits limits_;
    TemporaryDirectory scratch_; ///< for its temporary files: who is killed does not remove them
    SocketPair sockets_;
    Process process_;
    Channel channel_;
    std::vector<kernelsmith::Buffer> buffers_; ///< as they were allocated
    bool called_ = false;                      ///< the student's function has been called at least once
};

} // namespace grader
