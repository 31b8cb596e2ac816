#include "machine/core_instrumentation.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <utility>

#include "machine/block.h"

namespace simulator {
namespace {

CountedKernel counted(const LaunchState& launch) {
    return {launch.kernel.code.size(), launch.request.resident_blocks, launch.request.l1_bytes,
            launch.kernel.shared_load_bytes};
}

std::size_t memory_instructions(const Kernel& kernel) {
    return static_cast<std::size_t>(std::ranges::count_if(kernel.info, [](const OpInfo& op) {
        return op.written && ptx::row_of(op.form).group == ptx::Group::memory;
    }));
}

} // namespace

CoreInstrumentation::CoreInstrumentation(LaunchState& launch)
    : launch_(launch), counters_(launch.device, counted(launch)), counting_(launch.settings.count),
      watches_accesses_(launch.event_observer != nullptr) {
    const LaunchRequest& request = launch.request;
    if (counting_ && !request.recorded_blocks.empty())
        recorder_.emplace(request.recorded_blocks, recorded_executions(memory_instructions(launch.kernel)));
    if (counting_ && !request.traced_blocks.empty())
        trace_recorder_.emplace(request.traced_blocks, request.max_trace_steps);
}

bool CoreInstrumentation::tracing(const Warp& warp) const {
    return launch_.tracing && warp.block().linear_index() == 0 && warp.index() == 0;
}

void CoreInstrumentation::record_block_wait(const Access& access) {
    if (!launch_.is_round_robin() || access.space != MemorySpace::global || access.samples) return;
    // An atomic that polls reads until another block has written.
    const bool load = access.kind == AccessKind::load || (access.kind == AccessKind::atomic && access.polls);
    // At a grid barrier, blocks wait for all others, and not for a particular one.
    if (is_grid_barrier(access)) {
        if (!load) block_waits_.record_grid_barrier(access.place.block);
        return;
    }
    const bool found = load ? block_waits_.record_read(access) : block_waits_.record_write(access);
    if (found && is_tracing_)
        trace_recorder_->mark_last(access.place, load ? &AccessCost::waited : &AccessCost::forwards_wait);
}

bool CoreInstrumentation::is_grid_barrier(const Access& access) const {
    const Address workspace = launch_.request.grid_workspace;
    return workspace != 0 &&
           access.addresses[std::countr_zero(access.mask)] == workspace + offsetof(GridWorkspace, barrier);
}

void CoreInstrumentation::switch_to(std::uint64_t block) {
    recording_ = recorder_ && recorder_->records_block(block);
    is_tracing_ = trace_recorder_ && trace_recorder_->records_block(block);
    watches_accesses_ = recording_ || is_tracing_ || launch_.event_observer != nullptr;
}

bool CoreInstrumentation::is_over_limit(std::uint64_t instructions) {
    if (!launch_.limited) return false;
    // Check rarely: summing the tallies of all instructions takes some hundred steps.
    constexpr std::uint64_t instructions_between_checks = 1 << 16;
    unchecked_instructions_ += instructions;
    if (unchecked_instructions_ < instructions_between_checks) return false;
    unchecked_instructions_ = 0;
    return launch_.is_over_limit(counted_instructions() - taken_instructions_);
}

// Counts like the metric smsp__inst_executed.
std::uint64_t CoreInstrumentation::counted_instructions() const {
    std::uint64_t all = 0;
    for (std::size_t op = 0; op < counters_.tallies.size(); ++op)
        if (launch_.kernel.info[op].written) all += counters_.tallies[op].warps;
    return all;
}

std::uint64_t CoreInstrumentation::take_instructions() {
    if (!launch_.limited) return 0;
    const std::uint64_t all = counted_instructions();
    return all - std::exchange(taken_instructions_, all);
}

void CoreInstrumentation::charge(Block& block) {
    if (!counting_ || !launch_.request.round_robin_blocks) return;
    const std::uint64_t all = counted_instructions();
    block.add_executed(all - std::exchange(charged_instructions_, all));
}

} // namespace simulator
