#pragma once

/// @file
/// The process of a runner and the channel to it: requests as documents, deadlines, and one exception for
/// each way in which the process can end badly.

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

/// The command that starts a runner.
struct RunnerCommand {
    std::vector<std::string> argv;                  ///< begins with the program's path
    std::map<std::string, std::string> environment; ///< added to the grader's own environment
    bool may_exceed_output = false; ///< output beyond the limit is dropped, instead of ending the process
    std::vector<std::string> starter =
        {}; ///< a program that starts the runner and is not sandboxed; empty = none
    std::optional<SandboxedCommand> sandboxed = {}; ///< the sandbox of the runner; none = not sandboxed
    bool kept = false; ///< the buffers belong to a keeper (grading/runner_client/keeper.h)
    std::filesystem::path device_libraries =
        {}; ///< library path through which a keeper uses the starter's device; empty = the runner's
};

/// One runner process and the channel to it.
class RunnerConnection {
public:
    /// Time limit in seconds of requests other than a call of the student's function: even those wait for the
    /// machine, and the first request opens the device.
    static constexpr double request_timeout_s = 60;

    /// Starts a runner. @p descriptors become its descriptors 4, 5, ...; @p object is the build that it will
    /// load; a sandboxed runner can load no other. @p grader_bytes of the memory that it takes are the
    /// grader's and not the student's. Throws EnvironmentError if it cannot be started.
    RunnerConnection(const RunnerCommand& command, const RunLimits& limits,
                     const std::vector<int>& descriptors, const std::filesystem::path& object,
                     std::uint64_t grader_bytes);

    /// Sends @p request and returns the response, which must arrive within @p seconds with at most
    /// @p expected raw bytes. Throws RunnerDied or RunnerFault.
    Packet exchange(const Packet& request, double seconds = request_timeout_s, std::size_t expected = 0);
    /// Sends @p request and returns the response, both without raw bytes.
    nlohmann::json ask(nlohmann::json request, double seconds = request_timeout_s);
    /// Sends @p request without waiting for the response, for a caller that talks to another process
    /// meanwhile.
    void send(const Packet& request, double seconds = request_timeout_s);
    /// Waits for the response to the last send().
    Packet receive(double seconds = request_timeout_s, std::size_t expected = 0);

    /// Parses a response with @p read. A response in a form that the runner's code never produces was forged.
    template <typename Read> auto parse_answer(Read read) {
        try {
            return read();
        } catch (const nlohmann::json::exception&) {
            reject_answer();
        }
    }

    /// Lets the process exit by itself and waits for that, at most @p seconds. No request may follow. Throws
    /// RunnerDied if the process does not exit properly.
    void finish(double seconds);
    /// Kills the process. No request may follow.
    void kill() { process_.kill(); }
    /// Throws RunnerDied if the process is dead, whatever failed elsewhere.
    void throw_if_dead();
    /// Stops the process, whose response the runner's own code would never send, and throws RunnerDied.
    [[noreturn]] void reject_answer();

    /// Returns the process, for access to its output.
    [[nodiscard]] const Process& process() const { return process_; }
    /// Returns the socket of the device that the starter simulates; empty if there is none.
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
    /// Makes the starter of @p spec, a simulated GPU, listen on a socket in our own directory.
    void open_socket_to(ProcessSpec& spec) const;
    [[nodiscard]] Channel::Clock::time_point deadline_in(double seconds) const;
    [[noreturn]] void throw_died();
    /// Kills the process and throws RunnerDied with @p why.
    [[noreturn]] void stop(const Message& why);
    [[noreturn]] void time_out(double seconds);
    /// Waits @p seconds for the process to exit by itself; longer if it has begun to exit.
    [[nodiscard]] bool wait_for_end(double seconds);
    [[nodiscard]] RunnerFault fault_of(const nlohmann::json& fault) const;

    RunLimits limits_;
    TemporaryDirectory scratch_; ///< holds temporary files of the process, which cannot remove them if it is
                                 ///< killed
    SocketPair sockets_;
    bool has_socket_;
    Process process_;
    Channel channel_;
    bool in_call_ = false; ///< the last request was a call of the student's function
    bool called_ = false;  ///< the student's function has been called at least once
};

} // namespace grader
