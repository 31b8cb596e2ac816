#include "grading/runner/call_supervisor.h"

#include <chrono>

namespace runner {
namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

} // namespace

json CallSupervisor::supervise_call(const json& request, grader::Doorbell& doorbell) {
    using grader::DoorbellState;
    const Fault given_up{"protocol", "the call was given up"};
    regions_ = buffers_.strided_regions(request);
    if (!doorbell.wait_for(DoorbellState::armed)) throw given_up;
    const Clock::time_point called = Clock::now();
    buffers_.prepare(request);
    const double ready_ms = ms_since(called);
    const Clock::time_point prepared = Clock::now();
    doorbell.set(DoorbellState::prepared);
    if (!doorbell.wait_for(DoorbellState::awake)) throw given_up;
    const double wake_ms = ms_since(prepared);
    const Clock::time_point start = Clock::now();
    doorbell.set(DoorbellState::go);
    if (!doorbell.wait_for(DoorbellState::done)) throw given_up;
    const double ms = ms_since(start);
    snapshot_ = device_.snapshot(regions_);
    return {{"ms", ms}, {"ready_ms", ready_ms}, {"wake_ms", wake_ms}};
}

json CallSupervisor::outputs_settled() {
    const std::vector<std::uint8_t> now = device_.snapshot(regions_);
    std::size_t changed = 0;
    for (std::size_t i = 0; i < now.size(); ++i) changed += now[i] != snapshot_.at(i) ? 1 : 0;
    return {{"changed_bytes", changed}};
}

} // namespace runner
