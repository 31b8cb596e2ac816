#include "child/runner_client.h"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstring>
#include <span>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/core.h>

#include "child/message.h"
#include "child/protocol.h"
#include "errors.h"

namespace grader {
namespace {

using nlohmann::json;
using Clock = Channel::Clock;

/// Requests that are not a call of the student's function still wait for the machine: a first request opens
/// the device.
constexpr double patience_s = 60;
/// A process that has closed its line and does nothing more ends within this, on a busy machine, too.
constexpr double grace_s = 5;
/// What the kernel may take to clean up after a process that is dead.
constexpr double clean_up_s = 60;

Clock::time_point in_seconds(double seconds) {
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

/// Reads an answer of @p runner with @p read. An answer of another form than the runner's code gives was
/// forged.
template <typename Read> auto understood(RunnerClient& runner, Read read) {
    try {
        return read();
    } catch (const json::exception&) {
        runner.refuse();
    }
}

Launch launch_of(const json& entry) {
    Launch launch;
    launch.kernel = entry.at("kernel");
    launch.symbol = entry.at("symbol");
    launch.grid = entry.at("grid");
    launch.block = entry.at("block");
    launch.registers = entry.at("registers");
    launch.local_bytes = entry.at("local_bytes");
    launch.shared_bytes = entry.at("shared_bytes");
    launch.occupancy = entry.at("occupancy");
    launch.count = entry.at("count");
    return launch;
}

} // namespace

RunnerClient::SocketPair::SocketPair() {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        throw EnvironmentError("no socket pair: " + std::string(std::strerror(errno)));
    ours = Descriptor(ends[0]);
    theirs = Descriptor(ends[1]);
}

void RunnerClient::open_socket_to(ProcessSpec& spec) const {
    if (spec.starter.empty()) return;
    // A simulated GPU's socket, which the runner has to reach and nothing else: the directory around it is the grader's.
    const std::filesystem::path open = scratch_.path() / "devices";
    std::filesystem::create_directory(open);
    spec.starter.insert(spec.starter.begin() + 1, {"--socket", (open / "socket").string()});
    spec.cell->room.shown.push_back({open.string(), open.string()});
}

ProcessSpec RunnerClient::make_spec(const RunnerCommand& command, int channel, int pool,
                                    const std::filesystem::path& object) const {
    ProcessSpec spec;
    spec.argv = command.argv;
    spec.starter = command.starter;
    spec.cell = command.cell;
    if (spec.cell) open_socket_to(spec);
    if (spec.cell && !object.empty()) spec.cell->room.shown.push_back({object.string(), object.string()});
    spec.environment = command.environment;
    spec.environment["TMPDIR"] = scratch_.path().string();
    spec.inherited = {channel};
    if (pool >= 0) spec.inherited.push_back(pool);
    spec.output_limit = static_cast<std::size_t>(limits_.output_kb) * 1024;
    spec.kill_on_flood = !command.may_flood;
    // The pool, which a runner maps to copy it to the device, is the grader's and not the student's.
    struct stat inputs {};
    if (pool >= 0 && ::fstat(pool, &inputs) == 0 && limits_.memory_mb > 0)
        spec.memory_limit_mb = limits_.memory_mb + inputs.st_size / (1 << 20) + 1;
    else
        spec.memory_limit_mb = limits_.memory_mb;
    return spec;
}

RunnerClient::RunnerClient(const RunnerCommand& command, const Limits& limits, int pool,
                           const std::filesystem::path& object)
    : limits_(limits), process_(make_spec(command, sockets_.theirs.get(), pool, object)),
      channel_(sockets_.ours.release()) {
    // Once the child has its end, ours must be the only other one, or its death would never close the line.
    sockets_.theirs.close();
}

void RunnerClient::stop(const std::string& why) {
    process_.kill();
    throw RunnerDied(
        process_.end().left_behind
            ? fmt::format("{} ({} was killed, does not end, and is left behind)", why, process_.description())
            : why);
}

bool RunnerClient::comes_to_its_end(double seconds) {
    // An end takes long where memory on a GPU has to be freed, so who has begun it gets more time.
    return process_.wait_until(in_seconds(seconds)) ||
           (process_.is_ending() && process_.wait_until(in_seconds(clean_up_s)));
}

void RunnerClient::died(bool in_call) {
    // A process whose end of the line is closed is about to end, unless it only closed the line to hide there:
    // then it is alive and well a good while later.
    if (!comes_to_its_end(grace_s)) {
        const bool dead = process_.is_ending();
        if (!dead) stop("it closed a line that is not its own and was stopped");
        process_.kill();
    }
    const ProcessEnd end = process_.end();
    if (end.left_behind)
        throw EnvironmentError(fmt::format("a runner, {}, ended by itself and cannot be collected; what it "
                                           "waits for, the driver or a disk, may hang",
                                           process_.description()));
    if (end.flooded)
        throw RunnerDied(fmt::format("it printed more than {} KiB and was stopped", limits_.output_kb));
    if (end.out_of_memory)
        throw RunnerDied(
            fmt::format("it took more than {} MiB of host memory and was stopped", limits_.memory_mb));
    const std::string when = in_call   ? "while the function ran"
                             : called_ ? "after the function had returned"
                                       : "before the function was called";
    if (end.signal != 0)
        throw RunnerDied(
            fmt::format("it crashed {}: {} (signal {})", when, ::strsignal(end.signal), end.signal));
    throw RunnerDied(
        fmt::format("it ended the process {} (exit status {}); a solution returns to its caller instead",
                    when, end.exit_code));
}

void RunnerClient::refuse() { stop("it wrote to a line that is not its own and was stopped"); }

RunnerFault RunnerClient::fault_of(const json& fault, bool in_call) const {
    std::string kind = fault.at("kind");
    constexpr std::size_t longest_text = 4096; // a student's exception can say anything, and as much
    const std::string text = fault.at("text").get_ref<const std::string&>().substr(0, longest_text);
    // Once the function has been called, nothing that is said here counts against the machine, whatever is
    // claimed.
    if (in_call && kind != "exception") kind = "device";
    const bool student = called_ || kind == "load" || kind == "symbol" || kind == "exception";
    return {kind, !student, text};
}

json RunnerClient::ask(json request, double seconds) {
    return exchange({std::move(request)}, seconds).document;
}

Message RunnerClient::exchange(const Message& request, double seconds, std::size_t expected) {
    const bool in_call = request.document.at("do") == "call";
    called_ = called_ || in_call;
    Clock::time_point deadline = in_seconds(seconds);
    const bool is_last = limits_.end && *limits_.end < deadline;
    if (is_last) deadline = *limits_.end;
    Message answer;
    try {
        channel_.send(request, deadline);
        answer = channel_.receive(deadline, expected);
    } catch (const ChannelTimeout&) {
        if (process_.is_ending()) died(in_call); // its end takes longer than the rest of its time
        if (is_last) {
            process_.kill();
            throw TimeUsedUp(fmt::format("all its runs together took more than {:g} s, and it was stopped",
                                         limits_.all_runs_s));
        }
        stop(fmt::format("it did not come back within {:g} s and was stopped", seconds));
    } catch (const ChannelClosed&) {
        died(in_call);
    } catch (const ChannelGarbage&) {
        refuse();
    }
    return understood(*this, [&] {
        const auto fault = answer.document.find("error");
        if (fault != answer.document.end()) throw fault_of(*fault, in_call);
        return std::move(answer);
    });
}

json RunnerClient::hello() { return ask({{"do", "hello"}}, patience_s); }

std::uint64_t RunnerClient::free_bytes() {
    const json answer = ask({{"do", "memory"}}, patience_s);
    return understood(*this, [&] { return answer.at("free_bytes").get<std::uint64_t>(); });
}

void RunnerClient::load(const std::filesystem::path& object, const std::string& entry) {
    ask({{"do", "load"}, {"path", object.string()}, {"entry", entry}}, limits_.wall_s + patience_s);
}

void RunnerClient::pool(std::size_t bytes) { ask({{"do", "pool"}, {"bytes", bytes}}, patience_s); }

void RunnerClient::allocate(const kernelsmith::Layout& layout, const std::vector<std::uint64_t>& guards) {
    allocate(layout, guards, false);
}

void RunnerClient::allocate_bare(const kernelsmith::Layout& layout) {
    allocate(layout, std::vector<std::uint64_t>(layout.buffers.size()), true);
}

void RunnerClient::allocate(const kernelsmith::Layout& layout, const std::vector<std::uint64_t>& guards,
                            bool bare) {
    buffers_ = layout.buffers;
    json buffers = json::array();
    for (const kernelsmith::Buffer& buffer : layout.buffers)
        buffers.push_back({{"guard", guards.at(buffers.size())},
                           {"bytes", buffer.bytes()},
                           {"element_bytes", buffer.element_bytes},
                           {"misalignment", buffer.misalignment},
                           {"pointer_offset", buffer.pointer_offset},
                           {"poisoned", buffer.role == kernelsmith::Role::out ||
                                            buffer.role == kernelsmith::Role::scratch}});
    const auto* args = reinterpret_cast<const std::uint8_t*>(layout.args.data());
    exchange({json{{"do", "allocate"}, {"buffers", buffers}, {"bare", bare}},
              {args, args + layout.args.size()}},
             patience_s);
}

void RunnerClient::fill(std::size_t buffer, std::vector<std::uint8_t> elements) {
    exchange({json{{"do", "fill"}, {"buffer", buffer}}, std::move(elements)}, patience_s);
}

void RunnerClient::prepare(std::uint64_t poison, const std::vector<Window>& windows, bool flush) {
    json list = json::array();
    for (const Window& window : windows) list.push_back({{"buffer", window.buffer}, {"from", window.from}});
    ask({{"do", "prepare"}, {"poison", poison}, {"windows", list}, {"flush", flush}}, patience_s);
}

CallResult RunnerClient::call() {
    const Clock::time_point start = Clock::now();
    const json answer = ask({{"do", "call"}}, limits_.wall_s);
    const std::chrono::duration<double, std::milli> seen = Clock::now() - start;
    return understood(*this, [&] {
        const double ms = answer.at("ms");
        const double copied = answer.at("copied_bytes");
        if (!(ms >= 0) || !std::isfinite(ms) || !(copied >= 0) || !std::isfinite(copied)) refuse();
        // No clock here resolves less than a nanosecond.
        return CallResult{std::max(ms, 1e-6), seen.count(), copied};
    });
}

LaunchLog RunnerClient::launches() {
    const json answer = ask({{"do", "launches"}}, patience_s);
    return understood(*this, [&] {
        LaunchLog log;
        for (const json& entry : answer.at("launches")) log.launches.push_back(launch_of(entry));
        log.left_out = answer.at("left_out");
        log.unread_nodes = answer.at("unread_nodes");
        log.kept = answer.at("kept");
        log.silent = log.kept && log.launches.empty();
        return log;
    });
}

std::size_t RunnerClient::bytes_of(std::size_t buffer) const {
    return buffer < buffers_.size() ? buffers_[buffer].bytes() : 0; // the runner refuses what there is not
}

std::vector<std::uint8_t> RunnerClient::fetch(std::size_t buffer) {
    return exchange({json{{"do", "fetch"}, {"buffer", buffer}}}, patience_s, bytes_of(buffer)).bytes;
}

std::vector<std::uint8_t> RunnerClient::gather(std::size_t buffer, const std::vector<std::size_t>& indices) {
    const std::size_t expected =
        buffer < buffers_.size() ? indices.size() * buffers_[buffer].element_bytes : 0;
    return exchange({json{{"do", "gather"}, {"buffer", buffer}, {"indices", indices}}}, patience_s, expected)
        .bytes;
}

std::vector<GuardBands> RunnerClient::guards() {
    std::size_t expected = 0;
    for (const kernelsmith::Buffer& buffer : buffers_)
        expected += 2 * protocol::guard_bytes + buffer.misalignment + protocol::block_alignment;
    const Message answer = exchange({json{{"do", "guards"}}}, patience_s, expected);
    return understood(*this, [&] {
        std::span<const std::uint8_t> left = answer.bytes;
        const auto take = [&](std::size_t bytes) {
            if (bytes > left.size()) refuse();
            const std::span<const std::uint8_t> taken = left.first(bytes);
            left = left.subspan(bytes);
            return std::vector(taken.begin(), taken.end());
        };
        std::vector<GuardBands> result;
        for (const json& bands : answer.document.at("bands")) {
            std::vector<std::uint8_t> before = take(bands.at(0));
            result.push_back({std::move(before), take(bands.at(1))});
        }
        return result;
    });
}

void RunnerClient::release() { ask({{"do", "release"}}, patience_s); }

json RunnerClient::ceilings() { return ask({{"do", "ceilings"}}, patience_s); }

void RunnerClient::finish() {
    ask({{"do", "finish"}}, patience_s);
    if (!comes_to_its_end(limits_.wall_s))
        stop(fmt::format("it did not end within {:g} s of its return and was stopped", limits_.wall_s));
    // Its exit status is not asked for: a simulator that found something changes it.
    if (process_.end().signal != 0 || process_.end().out_of_memory) died(false);
}

} // namespace grader
