#pragma once

/// @file
/// A runner's process and the line to it: requests as documents, deadlines, and one exception for every way in which
/// it can end badly.

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "base/descriptor.h"
#include "base/files.h"
#include "base/limits.h"
#include "grading/channel/channel.h"
#include "grading/channel/packet.h"
#include "grading/messages/message.h"
#include "grading/processes/process.h"
#include "grading/runner_client/runner_fault.h"

namespace grader {

/// How a runner is started.
struct RunnerCommand {
    std::vector<std::string> argv;                  ///< begins with the program's path
    std::map<std::string, std::string> environment; ///< on top of the grader's own
    bool may_exceed_output =
        false; ///< what is printed beyond the limit is dropped, and not the process's end
    std::vector<std::string> starter =
        {}; ///< a program that starts the runner and is not locked in; may be empty
    std::optional<SandboxedCommand> sandboxed = {}; ///< where the runner is locked in; none: it is not
    bool kept = false; ///< its buffers belong to a keeper (grading/runner_client/keeper.h)
    std::filesystem::path device_libraries =
        {}; ///< where a keeper finds the starter's device; empty: as the runner does
};

/// One runner process and the line to it.
class RunnerConnection {
public:
    /// Requests that are not a call of the student's function still wait for the machine: a first request opens
    /// the device.
    static constexpr double request_timeout_s = 60;

    /// Starts a runner. @p descriptors are its 4, 5, ...; @p object is the build that it is to load: locked in, it can
    /// load no other. @p grader_bytes of what it takes are the grader's and not the student's. Throws EnvironmentError
    /// when it cannot be started.
    RunnerConnection(const RunnerCommand& command, const RunLimits& limits,
                     const std::vector<int>& descriptors, const std::filesystem::path& object,
                     std::uint64_t grader_bytes);

    /// Sends @p request and returns the answer, at most @p seconds later and with at most @p expected bytes. Throws
    /// RunnerDied or RunnerFault.
    Packet exchange(const Packet& request, double seconds = request_timeout_s, std::size_t expected = 0);
    /// The same where neither has bytes beside the document.
    nlohmann::json ask(nlohmann::json request, double seconds = request_timeout_s);
    /// The first half of exchange(), for who has another process to talk to meanwhile.
    void send(const Packet& request, double seconds = request_timeout_s);
    /// The second half.
    Packet receive(double seconds = request_timeout_s, std::size_t expected = 0);

    /// Reads an answer with @p read. An answer of another form than the runner's code gives was forged.
    template <typename Read> auto parse_answer(Read read) {
        try {
            return read();
        } catch (const nlohmann::json::exception&) {
            reject_answer();
        }
    }

    /// Has the process end by itself and waits for that, @p seconds long. Nothing else can be asked afterwards. Throws
    /// RunnerDied where it does not end as it should.
    void finish(double seconds);
    /// Ends the process. Nothing can be asked afterwards.
    void kill() { process_.kill(); }
    /// Throws RunnerDied where the process is dead, whatever it is that went wrong elsewhere.
    void throw_if_dead();
    /// Stops the process, which answered something that the runner's own code never says, and throws
    /// RunnerDied.
    [[noreturn]] void reject_answer();

    /// The process, for what it printed.
    [[nodiscard]] const Process& process() const { return process_; }
    /// Where the device that the starter makes can be called; empty where there is none.
    [[nodiscard]] std::filesystem::path device_socket() const;

private:
    struct SocketPair {
        SocketPair();
        Descriptor ours;
        Descriptor theirs;
    };

    [[nodiscard]] ProcessSpec make_spec(const RunnerCommand& command, const std::vector<int>& descriptors,
                                        const std::filesystem::path& object,
                                        std::uint64_t grader_bytes) const;
    /// Has the starter of @p spec, a simulated GPU, listen at a place of our own.
    void open_socket_to(ProcessSpec& spec) const;
    [[nodiscard]] Channel::Clock::time_point deadline_in(double seconds) const;
    [[noreturn]] void throw_died();
    /// Kills the process and throws RunnerDied, with @p why.
    [[noreturn]] void stop(const Message& why);
    [[noreturn]] void time_out(double seconds);
    /// Waits @p seconds for the process to end by itself; longer where it has begun to.
    [[nodiscard]] bool wait_for_end(double seconds);
    [[nodiscard]] RunnerFault fault_of(const nlohmann::json& fault) const;

    RunLimits limits_;
    TemporaryDirectory scratch_; ///< for its temporary files: who is killed does not remove them
    SocketPair sockets_;
    bool has_socket_;
    Process process_;
    Channel channel_;
    bool in_call_ = false; ///< the last request was a call of the student's function
    bool called_ = false;  ///< that function has been called at least once
};

} // namespace grader
