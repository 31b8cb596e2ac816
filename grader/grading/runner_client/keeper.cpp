#include "grading/runner_client/keeper.h"

#include <utility>

#include <nlohmann/json.hpp>

#include "grading/channel/protocol.h"

namespace grader {
namespace {

using nlohmann::json;

/// Returns the command of a keeper: that of @p runner without the sandbox, because the keeper is trusted, and
/// without the starter, whose device the keeper uses through the socket in Keeper::start().
RunnerCommand keeper_command(RunnerCommand runner) {
    runner.sandboxed.reset();
    runner.starter.clear();
    return runner;
}

/// Limits of a keeper. The keeper is trusted, its memory counts as the grader's, and its output is ignored.
RunLimits limits_for(const Limits& limits) { return {{limits.wall_s, 0, limits.output_kb}}; }

} // namespace

Keeper::Keeper(RunnerCommand runner, const Limits& limits, SharedPool pool)
    : command_(keeper_command(std::move(runner))), pool_(pool), limits_(limits_for(limits)),
      doorbell_memory_(Doorbell::make()), bell_(doorbell_memory_.get()) {}

void Keeper::start(const std::filesystem::path& socket) {
    if (connection_) return;
    RunnerCommand command = command_;
    if (!socket.empty()) {
        command.environment["LD_LIBRARY_PATH"] = command.device_libraries.string();
        command.environment["KERNELSMITH_SIMULATOR_SOCKET"] = socket.string();
    }
    std::vector<int> descriptors = {doorbell()};
    if (pool_.descriptor >= 0) descriptors.push_back(pool_.descriptor);
    connection_.emplace(command, limits_, descriptors, std::filesystem::path(), 0);
    buffers_.emplace(*connection_);
    connection_->ask({{"do", "bell"}, {"descriptor", protocol::next_descriptor}});
}

void Keeper::begin_pool() {
    if (has_pool_ || std::exchange(is_copying_pool_, true)) return;
    buffers_->begin_pool(pool_.bytes, protocol::next_descriptor + 1);
}

void Keeper::pool() {
    begin_pool();
    if (!std::exchange(is_copying_pool_, false)) return;
    buffers_->await_pool();
    has_pool_ = true;
}

void Keeper::supervise_call(const Preparation& preparation, const std::vector<SpotCheckRegion>& regions) {
    bell_.set(DoorbellState::idle);
    json request = to_request(preparation, "attend");
    request["looks"] = json::array();
    for (const SpotCheckRegion& region : regions)
        request["looks"].push_back({{"buffer", region.buffer},
                                    {"from", region.from},
                                    {"pitch", region.pitch},
                                    {"width", region.width},
                                    {"rows", region.rows}});
    connection_->send({std::move(request)});
}

Keeper::CallTimes Keeper::call_times() {
    const json answer = connection_->receive().document;
    return {answer.at("ms"), answer.at("ready_ms"), answer.at("wake_ms")};
}

void Keeper::give_up() {
    bell_.set(DoorbellState::given_up);
    try {
        (void)connection_->receive();
    } catch (const RunnerFault&) {
        // A fault is the keeper's response to an aborted call.
    }
}

bool Keeper::outputs_settled() { return connection_->ask({{"do", "settled"}}).at("changed_bytes") == 0; }

} // namespace grader
