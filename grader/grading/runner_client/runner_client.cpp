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

/// What the runner itself inherits: by the pool it could be known which inputs are to come.
std::vector<int> descriptors_of(const std::shared_ptr<Keeper>& keeper, SharedPool pool) {
    if (keeper != nullptr) return {keeper->doorbell()};
    return pool.descriptor >= 0 ? std::vector<int>{pool.descriptor} : std::vector<int>();
}

} // namespace

RunnerClient::RunnerClient(const RunnerCommand& command, const RunLimits& limits, SharedPool pool,
                           const std::filesystem::path& object, std::shared_ptr<Keeper> keeper)
    : limits_(limits), pool_(pool),
      keeper_(keeper != nullptr ? std::move(keeper) : keeper_for(command, limits, pool)),
      line_(command, limits, descriptors_of(keeper_, pool), object, keeper_ == nullptr ? pool.bytes : 0),
      own_buffers_(line_) {}

void RunnerClient::load(const std::filesystem::path& object, const std::string& entry) {
    line_.ask({{"do", "load"}, {"path", object.string()}, {"entry", entry}},
              limits_.wall_s + RunnerLine::patience_s);
}

template <typename Work> auto RunnerClient::with_keeper(Work work) {
    try {
        keeper_->start(line_.device_socket());
        return work();
    } catch (const RunnerDied& death) {
        line_.throw_if_dead();
        throw RunnerFault("device", true, {messages::keeper_failed, {{"why", death.message}}});
    } catch (const RunnerFault& fault) {
        line_.throw_if_dead();
        throw RunnerFault(fault.kind, true, fault.message);
    }
}

template <typename Work> auto RunnerClient::with_buffers(Work work) {
    if (keeper_ == nullptr) return work(own_buffers_);
    return with_keeper([&] { return work(keeper_->buffers()); });
}

void RunnerClient::open() {
    if (std::exchange(opening_, true)) return;
    line_.send({{{"do", "hello"}}});
    // A keeper on a GPU needs nothing of the runner's for it; a simulated device is there only when the runner has answered.
    if (keeper_ != nullptr && pool_.descriptor >= 0 && line_.device_socket().empty())
        with_keeper([&] { keeper_->begin_pool(); });
}

json RunnerClient::hello() {
    open();
    opening_ = false;
    json facts = line_.receive().document;
    if (keeper_ != nullptr && !std::exchange(has_bell_, true))
        line_.ask({{"do", "bell"}, {"descriptor", protocol::next_descriptor}});
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
    return line_.understood([&] {
        const double ms = answer.at("ms");
        const double copied = answer.at("copied_bytes");
        if (!(ms >= 0) || !std::isfinite(ms) || !(copied >= 0) || !std::isfinite(copied)) refuse();
        // No clock here resolves less than a nanosecond.
        return CallResult{std::max(ms, 1e-6), copied};
    });
}

CallResult RunnerClient::call(UnheardErrors errors) {
    const bool leave = errors == UnheardErrors::left;
    return read_result(
        line_.ask({{"do", "call"}, {"by_bell", false}, {"leave_errors", leave}}, limits_.wall_s));
}

TimedCall RunnerClient::timed_call(const Preparation& preparation, const std::vector<Look>& looks) {
    if (keeper_ != nullptr) return kept_call(preparation, looks);
    prepare(preparation);
    const Clock::time_point start = Clock::now();
    const CallResult result = call();
    const std::chrono::duration<double, std::milli> seen = Clock::now() - start;
    return {result, seen.count()};
}

TimedCall RunnerClient::kept_call(const Preparation& preparation, const std::vector<Look>& looks) {
    with_keeper([&] { keeper_->attend(preparation, looks); });
    CallResult result;
    try {
        result = read_result(
            line_.ask({{"do", "call"}, {"by_bell", true}, {"leave_errors", false}}, limits_.wall_s));
        if (!keeper_->heard_done()) refuse(); // the keeper would wait for it for ever
    } catch (...) {
        line_.kill(); // it could take back what the doorbell says
        try {
            keeper_->give_up();
        } catch (const std::exception&) {
            keeper_
                .reset(); // who does not answer keeps for nobody any more; why the call failed is what counts
        }
        throw;
    }
    const Keeper::Seen seen = with_keeper([&] { return keeper_->seen(); });
    return {result, seen.ms, seen.ready_ms, seen.wake_ms};
}

bool RunnerClient::settled() {
    return keeper_ == nullptr || with_keeper([&] { return keeper_->settled(); });
}

LaunchLog RunnerClient::launches() {
    const json answer = line_.ask({{"do", "launches"}});
    return line_.understood([&] {
        LaunchLog log;
        for (const json& entry : answer.at("launches")) log.launches.push_back(launch_of(entry));
        log.left_out = answer.at("left_out");
        log.unread_nodes = answer.at("unread_nodes");
        log.kept = answer.at("kept");
        log.silent = log.kept && log.launches.empty();
        return log;
    });
}

void RunnerClient::record(bool with_events) { line_.ask({{"do", "record"}, {"events", with_events}}); }

OperationLog RunnerClient::operations() {
    const json answer = line_.ask({{"do", "operations"}});
    return line_.understood([&] { return read_operations(answer); });
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

void RunnerClient::finish() { line_.finish(limits_.wall_s); }

} // namespace grader
