#include "grading/runner_client/runner_connection.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <sys/socket.h>
#include <unistd.h>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "grading/channel/protocol.h"
#include "grading/messages/runs.h"

namespace grader {
namespace {

using nlohmann::json;
using Clock = Channel::Clock;

/// A process that has closed its channel and does nothing else exits within this many seconds, even on a busy
/// machine.
constexpr double exit_timeout_s = 5;
/// Seconds that the kernel may take to clean up after a dead process.
constexpr double cleanup_timeout_s = 60;

Clock::time_point deadline_after(double seconds) {
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

} // namespace

RunnerConnection::SocketPair::SocketPair() {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        throw EnvironmentError("no socket pair: " + std::string(std::strerror(errno)));
    ours = Descriptor(ends[0]);
    theirs = Descriptor(ends[1]);
}

std::filesystem::path RunnerConnection::device_socket() const {
    return has_socket_ ? scratch_.path() / "devices" / "socket" : std::filesystem::path();
}

void RunnerConnection::open_socket_to(ProcessSpec& spec) const {
    // A sandboxed runner must reach this socket and nothing else: the directory around it is the grader's.
    const std::filesystem::path socket = device_socket();
    std::filesystem::create_directory(socket.parent_path());
    spec.starter.insert(spec.starter.begin() + 1, {"--socket", socket.string()});
    if (spec.sandboxed)
        spec.sandboxed->sandbox.bind_mounts.push_back(
            {socket.parent_path().string(), socket.parent_path().string()});
}

ProcessSpec RunnerConnection::make_spec(const RunnerCommand& command, const std::vector<int>& descriptors,
                                        const std::filesystem::path& object,
                                        std::uint64_t grader_bytes) const {
    ProcessSpec spec;
    spec.argv = command.argv;
    spec.starter = command.starter;
    spec.sandboxed = command.sandboxed;
    if (has_socket_) open_socket_to(spec);
    if (spec.sandboxed && !object.empty())
        spec.sandboxed->sandbox.bind_mounts.push_back({object.string(), object.string()});
    spec.environment = command.environment;
    spec.environment["TMPDIR"] = scratch_.path().string();
    spec.inherited = {sockets_.theirs.get()};
    spec.inherited.insert(spec.inherited.end(), descriptors.begin(), descriptors.end());
    spec.output_limit = static_cast<std::size_t>(limits_.output_kb) * 1024;
    spec.kill_on_flood = !command.may_exceed_output;
    if (limits_.memory_mb > 0)
        spec.memory_limit_mb =
            limits_.memory_mb + static_cast<std::int64_t>((grader_bytes + (1 << 20) - 1) >> 20);
    return spec;
}

RunnerConnection::RunnerConnection(const RunnerCommand& command, const RunLimits& limits,
                                   const std::vector<int>& descriptors, const std::filesystem::path& object,
                                   std::uint64_t grader_bytes)
    : limits_(limits), has_socket_(!command.starter.empty() && (command.sandboxed || command.kept)),
      process_(make_spec(command, descriptors, object, grader_bytes)), channel_(sockets_.ours.release()) {
    // Once the child has its end, ours must be the only other one; otherwise its death would not close the
    // channel.
    sockets_.theirs.close();
}

void RunnerConnection::stop(const Message& why) {
    process_.kill();
    throw RunnerDied(process_.end().left_behind
                         ? Message(messages::left_behind, {{"why", why}, {"process", process_.description()}})
                         : why);
}

bool RunnerConnection::wait_for_end(double seconds) {
    // Exiting takes long if memory on a GPU must be freed, so a process that has begun to exit gets more
    // time.
    return process_.wait_until(deadline_after(seconds)) ||
           (process_.is_ending() && process_.wait_until(deadline_after(cleanup_timeout_s)));
}

void RunnerConnection::throw_died() {
    // A process that closed its end of the channel is about to exit, unless it closed the channel only to
    // hide: then it is still alive a good while later.
    if (!wait_for_end(exit_timeout_s)) {
        const bool dead = process_.is_ending();
        if (!dead) stop(messages::closed_channel);
        process_.kill();
    }
    const ProcessEnd end = process_.end();
    if (end.left_behind)
        throw EnvironmentError(fmt::format("the runner {} ended by itself and cannot be reaped (waitpid); "
                                           "the driver or the disk that it waits for may hang",
                                           process_.description()));
    if (end.flooded) throw RunnerDied({messages::printed_too_much, {{"kib", limits_.output_kb}}});
    if (end.out_of_memory) throw RunnerDied({messages::out_of_host_memory, {{"mib", limits_.memory_mb}}});
    const Message when = in_call_  ? messages::while_the_function_ran
                         : called_ ? messages::after_the_function_returned
                                   : messages::before_the_function_was_called;
    if (end.signal != 0)
        throw RunnerDied(
            {messages::crashed,
             {{"when", when}, {"signal_name", ::strsignal(end.signal)}, {"signal", end.signal}}});
    throw RunnerDied({messages::ended_process, {{"when", when}, {"status", end.exit_code}}});
}

void RunnerConnection::reject_answer() { stop(messages::wrote_to_channel); }

RunnerFault RunnerConnection::fault_of(const json& fault) const {
    const auto text_in = [](const json& answer, const char* name) {
        return answer.value(name, std::string()).substr(0, protocol::max_fault_bytes);
    };
    std::string kind = fault.at("kind");
    const std::string text =
        fault.at("text").get_ref<const std::string&>().substr(0, protocol::max_fault_bytes);
    // Once the function has been called, no report of the runner counts as an infrastructure error, whatever
    // it claims.
    if (in_call_ && kind != "exception" && kind != "tampering" && kind != "unchecked_error") kind = "device";
    const bool student = called_ || kind == "load" || kind == "symbol" || kind == "exception";
    return {kind,
            !student,
            {messages::runner_fault,
             {{"text", text}, {"call", text_in(fault, "call")}, {"error", text_in(fault, "error")}}}};
}

Clock::time_point RunnerConnection::deadline_in(double seconds) const {
    const Clock::time_point deadline = deadline_after(seconds);
    return limits_.end && *limits_.end < deadline ? *limits_.end : deadline;
}

void RunnerConnection::time_out(double seconds) {
    if (process_.is_ending()) throw_died(); // its exit takes longer than the rest of its time
    if (limits_.end && *limits_.end <= Clock::now()) {
        process_.kill();
        throw TimeBudgetExceeded({messages::all_runs_timed_out, {{"seconds", limits_.all_runs_s}}});
    }
    stop({messages::timed_out, {{"seconds", seconds}}});
}

void RunnerConnection::send(const Packet& request, double seconds) {
    // receive() checks the deadline only when it must wait, and fast responses never make it wait.
    if (limits_.end && *limits_.end <= Clock::now()) time_out(seconds);
    in_call_ = request.document.at("do") == "call";
    called_ = called_ || in_call_;
    try {
        channel_.send(request, deadline_in(seconds));
    } catch (const ChannelTimeout&) {
        time_out(seconds);
    } catch (const ChannelClosed&) {
        throw_died();
    }
}

Packet RunnerConnection::receive(double seconds, std::size_t expected) {
    Packet answer;
    try {
        answer = channel_.receive(deadline_in(seconds), expected);
    } catch (const ChannelTimeout&) {
        time_out(seconds);
    } catch (const ChannelClosed&) {
        throw_died();
    } catch (const ChannelGarbage&) {
        reject_answer();
    }
    return parse_answer([&] {
        const auto fault = answer.document.find("error");
        if (fault != answer.document.end()) throw fault_of(*fault);
        return std::move(answer);
    });
}

Packet RunnerConnection::exchange(const Packet& request, double seconds, std::size_t expected) {
    send(request, seconds);
    return receive(seconds, expected);
}

json RunnerConnection::ask(json request, double seconds) {
    return exchange({std::move(request)}, seconds).document;
}

void RunnerConnection::finish(double seconds) {
    ask({{"do", "finish"}});
    if (!wait_for_end(seconds)) stop({messages::did_not_end, {{"seconds", seconds}}});
    // The exit status is ignored: a simulator that has findings changes it.
    if (process_.end().signal != 0 || process_.end().out_of_memory) throw_died();
}

void RunnerConnection::throw_if_dead() {
    if (process_.is_ending()) throw_died();
}

} // namespace grader
