#include "grading/runner_client/runner_client.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include <nlohmann/json.hpp>

#include "grading/channel/kernel_name.h"
#include "grading/channel/protocol.h"
#include "grading/messages/runs.h"

namespace grader {
namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

Launch launch_of(const json& entry) {
    Launch launch;
    launch.kernel = bounded(entry.at("kernel"));
    launch.symbol = bounded(entry.at("symbol"));
    launch.grid = entry.at("grid");
    launch.block = entry.at("block");
    launch.registers = entry.at("registers");
    launch.local_bytes = entry.at("local_bytes");
    launch.shared_bytes = entry.at("shared_bytes");
    launch.occupancy = entry.at("occupancy");
    launch.count = entry.at("count");
    return launch;
}

std::shared_ptr<Keeper> keeper_for(const RunnerCommand& command, const Limits& limits, SharedPool pool) {
    return command.kept ? std::make_shared<Keeper>(command, limits, pool) : nullptr;
}

/// Returns the descriptors that the runner inherits. With a keeper, the pool is not among them: it would
/// reveal the inputs of later calls.
std::vector<int> descriptors_of(const std::shared_ptr<Keeper>& keeper, SharedPool pool) {
    if (keeper != nullptr) return {keeper->doorbell()};
    return pool.descriptor >= 0 ? std::vector<int>{pool.descriptor} : std::vector<int>();
}

} // namespace

RunnerClient::RunnerClient(const RunnerCommand& command, const RunLimits& limits, SharedPool pool,
                           const std::filesystem::path& object, std::shared_ptr<Keeper> keeper)
    : limits_(limits), pool_(pool),
      keeper_(keeper != nullptr ? std::move(keeper) : keeper_for(command, limits, pool)),
      connection_(command, limits, descriptors_of(keeper_, pool), object,
                  keeper_ == nullptr ? pool.bytes : 0),
      own_buffers_(connection_) {}

void RunnerClient::load(const std::filesystem::path& object, const std::string& entry) {
    connection_.ask({{"do", "load"}, {"path", object.string()}, {"entry", entry}},
                    limits_.wall_s + RunnerConnection::request_timeout_s);
}

template <typename Work> auto RunnerClient::with_keeper(Work work) {
    try {
        keeper_->start(connection_.device_socket());
        return work();
    } catch (const RunnerDied& death) {
        connection_.throw_if_dead();
        throw RunnerFault("device", true, {messages::keeper_failed, {{"why", death.message}}});
    } catch (const RunnerFault& fault) {
        connection_.throw_if_dead();
        throw RunnerFault(fault.kind, true, fault.message);
    }
}

template <typename Work> auto RunnerClient::with_buffers(Work work) {
    if (keeper_ == nullptr) return work(own_buffers_);
    return with_keeper([&] { return work(keeper_->buffers()); });
}

void RunnerClient::open() {
    if (std::exchange(is_opening_, true)) return;
    connection_.send({{{"do", "hello"}}});
    // On a GPU, a keeper needs nothing from the runner for the pool; a simulated device exists only after the
    // runner's response.
    if (keeper_ != nullptr && pool_.descriptor >= 0 && connection_.device_socket().empty())
        with_keeper([&] { keeper_->begin_pool(); });
}

json RunnerClient::hello() {
    open();
    is_opening_ = false;
    json facts = connection_.receive().document;
    if (keeper_ != nullptr && !std::exchange(has_bell_, true))
        connection_.ask({{"do", "bell"}, {"descriptor", protocol::next_descriptor}});
    return facts;
}

void RunnerClient::pool() {
    if (keeper_ == nullptr)
        own_buffers_.pool(pool_.bytes, protocol::next_descriptor);
    else
        with_keeper([&] { keeper_->pool(); });
}

std::uint64_t RunnerClient::free_bytes() { return own_buffers_.free_bytes(); }

void RunnerClient::allocate(const kernelsmith::Layout& layout, const std::vector<std::uint64_t>& guards) {
    allocate(layout, guards, false);
}

void RunnerClient::allocate_bare(const kernelsmith::Layout& layout) {
    allocate(layout, std::vector<std::uint64_t>(layout.buffers.size()), true);
}

void RunnerClient::allocate(const kernelsmith::Layout& layout, const std::vector<std::uint64_t>& guards,
                            bool bare) {
    const bool shared = keeper_ != nullptr;
    std::vector<std::uint8_t> handles =
        with_buffers([&](BuffersClient& buffers) { return buffers.allocate(layout, guards, bare, shared); });
    if (shared) own_buffers_.attach(layout, bare, std::move(handles));
}

void RunnerClient::fill(std::size_t buffer, std::vector<std::uint8_t> elements) {
    with_buffers([&](BuffersClient& buffers) { buffers.fill(buffer, std::move(elements)); });
}

void RunnerClient::prepare(const Preparation& preparation) {
    with_buffers([&](BuffersClient& buffers) { buffers.prepare(preparation); });
}

CallResult RunnerClient::read_result(const json& answer) {
    return connection_.parse_answer([&] {
        const double ms = answer.at("ms");
        const double copied = answer.at("copied_bytes");
        if (!(ms >= 0) || !std::isfinite(ms) || !(copied >= 0) || !std::isfinite(copied)) reject_answer();
        // No clock here has a resolution below a nanosecond.
        return CallResult{std::max(ms, 1e-6), copied};
    });
}

CallResult RunnerClient::call(UncheckedErrors errors) {
    const bool leave = errors == UncheckedErrors::left_in_place;
    return read_result(
        connection_.ask({{"do", "call"}, {"by_bell", false}, {"leave_errors", leave}}, limits_.wall_s));
}

TimedCall RunnerClient::timed_call(const Preparation& preparation,
                                   const std::vector<SpotCheckRegion>& regions) {
    if (keeper_ != nullptr) return keeper_call(preparation, regions);
    prepare(preparation);
    const Clock::time_point start = Clock::now();
    const CallResult result = call();
    const std::chrono::duration<double, std::milli> call_times = Clock::now() - start;
    return {result, call_times.count()};
}

TimedCall RunnerClient::keeper_call(const Preparation& preparation,
                                    const std::vector<SpotCheckRegion>& regions) {
    with_keeper([&] { keeper_->supervise_call(preparation, regions); });
    CallResult result;
    try {
        result = read_result(
            connection_.ask({{"do", "call"}, {"by_bell", true}, {"leave_errors", false}}, limits_.wall_s));
        if (!keeper_->has_call_completed()) reject_answer(); // the keeper would wait for it forever
    } catch (...) {
        connection_.kill(); // it could reset the word of the doorbell
        try {
            keeper_->give_up();
        } catch (const std::exception&) {
            keeper_.reset(); // a keeper that does not respond is discarded; the reason of the failed call is
                             // what counts
        }
        throw;
    }
    const Keeper::CallTimes call_times = with_keeper([&] { return keeper_->call_times(); });
    return {result, call_times.ms, call_times.ready_ms, call_times.wake_ms};
}

bool RunnerClient::outputs_settled() {
    return keeper_ == nullptr || with_keeper([&] { return keeper_->outputs_settled(); });
}

LaunchLog RunnerClient::launches() {
    const json answer = connection_.ask({{"do", "launches"}});
    return connection_.parse_answer([&] {
        LaunchLog log;
        for (const json& entry : answer.at("launches")) log.launches.push_back(launch_of(entry));
        log.dropped = answer.at("dropped");
        log.unread_nodes = answer.at("unread_nodes");
        log.kept = answer.at("kept");
        log.has_silent_call = log.kept && log.launches.empty();
        return log;
    });
}

void RunnerClient::record(bool with_events) { connection_.ask({{"do", "record"}, {"events", with_events}}); }

OperationLog RunnerClient::operations() {
    const json answer = connection_.ask({{"do", "operations"}});
    return connection_.parse_answer([&] { return read_operations(answer); });
}

std::vector<std::uint8_t> RunnerClient::fetch(std::size_t buffer) {
    return with_buffers([&](BuffersClient& buffers) { return buffers.fetch(buffer); });
}

std::vector<std::uint8_t> RunnerClient::gather(std::size_t buffer, const std::vector<std::size_t>& indices) {
    return with_buffers([&](BuffersClient& buffers) { return buffers.gather(buffer, indices); });
}

std::vector<GuardBands> RunnerClient::guards() {
    return with_buffers([](BuffersClient& buffers) { return buffers.guards(); });
}

void RunnerClient::release() {
    own_buffers_.release();
    if (keeper_ != nullptr) with_keeper([&] { keeper_->buffers().release(); });
}

json RunnerClient::ceilings() {
    return with_buffers([](BuffersClient& buffers) { return buffers.ceilings(); });
}

void RunnerClient::finish() { connection_.finish(limits_.wall_s); }

} // namespace grader
