#include "machine/core.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <utility>

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

Core::Core(LaunchState& launch)
    : launch_(launch), counters_(launch.device, counted(launch)), counting_(launch.settings.count),
      watches_accesses_(launch.listener != nullptr), stretches_(launch.kernel.code.size()),
      patterns_(launch.kernel.code.size()) {
    if (counting_ && !request().recorded_blocks.empty())
        recorder_.emplace(request().recorded_blocks, recorded_executions(memory_instructions(kernel())));
    if (counting_ && !request().stepped_blocks.empty())
        stepper_.emplace(request().stepped_blocks, request().most_steps);
}

void Core::run() {
    const std::array one = {std::make_unique<Block>(*this)};
    Block& block = *one.front();
    while (const std::optional<std::uint64_t> next = launch_.take_block()) {
        turn_to(*next);
        block.start(*next);
        Progress progress = block.run();
        while (progress == Progress::spinning) progress = may_spin_on(one) ? block.run() : Progress::faulted;
        if (progress == Progress::faulted) {
            faulted_ = false;
            // What went wrong before is told too.
            launch_.finish(*next,
                           {.incidents = std::move(block.incidents()), .instructions = take_instructions()});
            continue;
        }
        charge(block);
        finish(block);
    }
}

void Core::run_in_order() {
    const std::uint64_t at_once =
        std::max<std::uint64_t>(1, std::uint64_t{request().resident_blocks} * launch_.device.multiprocessors);
    std::vector<std::unique_ptr<Block>> running;
    std::vector<std::unique_ptr<Block>> idle;
    std::uint64_t wanted = 1;
    for (;;) {
        bool all_there = running.size() >= at_once;
        // Whoever gives a turn gives it to those that have not had any.
        std::size_t next_to_run = 0;
        if (std::exchange(gave_turn_, false)) {
            wanted = at_once;
            next_to_run = running.size();
        }
        while (running.size() < std::min(wanted, at_once)) {
            const std::optional<std::uint64_t> next = launch_.take_block();
            if (!next) {
                all_there = true;
                break;
            }
            turn_to(*next);
            if (idle.empty()) idle.push_back(std::make_unique<Block>(*this));
            running.push_back(std::move(idle.back()));
            idle.pop_back();
            running.back()->start(*next);
        }
        if (running.empty()) return;
        // When a round over those under way brings none to its end, twice as many may.
        wanted = 2 * running.size();
        if (next_to_run == running.size()) next_to_run = 0;
        for (std::size_t n = next_to_run; n < running.size();) {
            turn_to(running[n]->linear());
            const Progress progress = running[n]->run();
            charge(*running[n]);
            if (progress == Progress::faulted) return;
            if (progress != Progress::finished) {
                ++n;
                continue;
            }
            finish(*running[n]);
            if (launch_.stopped()) return;
            idle.push_back(std::move(running[n]));
            running.erase(running.begin() + static_cast<std::ptrdiff_t>(n));
            wanted = std::max<std::uint64_t>(1, running.size());
        }
        if (all_there && !running.empty() && !may_spin_on(running)) return;
    }
}

bool Core::may_spin_on(std::span<const std::unique_ptr<Block>> blocks) {
    // Looking closer takes time, so it is done in every other round. What is seen there follows from what was
    // seen the last time, as long as nobody changes memory: warps that go round then do in all rounds.
    constexpr std::uint64_t look = 2;
    // Who counts how often it has looked is never where it was before: all warps together may do that so many
    // times as long as one warp may run.
    constexpr std::uint64_t budgets = 4;
    if (changes_ != seen_changes_) idle_rounds_ = spun_ = 0;
    seen_changes_ = changes_;
    if (++idle_rounds_ % look != 0) return true;
    bool for_ever = true;
    for (const std::unique_ptr<Block>& block : blocks)
        for_ever = block->goes_round(idle_rounds_ == look) && for_ever;
    const bool too_long = spun_ / budgets > budget();
    // A loop that only reads what others may change is just long.
    const bool waits = std::ranges::any_of(blocks, [](const std::unique_ptr<Block>& block) {
        return block->waits_for_others();
    });
    if ((waits || for_ever || too_long) && others_get_on(for_ever)) return true;
    if (for_ever)
        blocks.front()->spins_for_ever();
    else if (too_long)
        blocks.front()->spins_too_long(spun_);
    else
        return true;
    return false;
}

bool Core::others_get_on(bool for_ever) {
    // What is polled where blocks run beside each other lies in shared memory, which nobody else reaches.
    if (!launch_.in_order || !request().let_others_on) return false;
    const Outside outside = request().let_others_on(for_ever);
    if (outside == Outside::nobody) return false;
    launch_.waited_outside = true;
    // What they have freed is not found any more by what is remembered.
    std::ranges::fill(stretches_, Stretch{});
    idle_rounds_ = 0;
    if (outside == Outside::got_on) spun_ = 0;
    return true;
}

bool Core::tracing(const Warp& warp) const {
    return launch_.tracing && warp.block().linear() == 0 && warp.index() == 0;
}

const Stretch* Core::look_up(std::uint32_t op, Address begin, Address end) {
    Stretch& last = stretches_[op];
    const Allocation* const allocation = launch_.memory.find(begin);
    if (allocation == nullptr || end > allocation->end()) return nullptr;
    last = {allocation->begin, allocation->end(),
            reinterpret_cast<std::intptr_t>(allocation->host) - static_cast<std::intptr_t>(allocation->begin),
            allocation->origin == Origin::constant};
    return &last;
}

void Core::follow(const Access& access) {
    if (!takes_turns() || access.space != MemorySpace::global || access.samples) return;
    const bool load = access.kind == AccessKind::load;
    // Blocks wait for all others there, and not for one after the other.
    if (is_grid_barrier(access)) {
        if (!load) block_waits_.came_to_grid_barrier(access.place.block);
        return;
    }
    const bool found = load ? block_waits_.saw(access) : block_waits_.wrote(access);
    if (found && stepping_)
        stepper_->mark_last(access.place, load ? &AccessCost::waited : &AccessCost::hands_on);
}

bool Core::is_grid_barrier(const Access& access) const {
    const Address workspace = request().grid_workspace;
    return workspace != 0 &&
           access.addresses[std::countr_zero(access.mask)] == workspace + offsetof(GridWorkspace, barrier);
}

Address Core::allocate(std::uint64_t bytes, const std::string& line) {
    changed();
    DeviceHeap* const heap = request().heap;
    const Allocation* const block = heap == nullptr ? nullptr : heap->allocate(bytes, line);
    return block == nullptr ? 0 : block->begin;
}

FreeResult Core::release(Address block, const std::string& line) {
    changed();
    if (request().heap == nullptr) return FreeResult::unknown;
    const Allocation* const known = launch_.memory.find(block);
    const std::uint32_t number = known == nullptr ? 0 : known->id;
    const FreeResult result = request().heap->release(block, line);
    if (result != FreeResult::freed) return result;
    // Nobody finds it any more by what is remembered.
    std::ranges::fill(stretches_, Stretch{});
    if (observer() != nullptr) observer()->heap_freed(number);
    return result;
}

void Core::stop(Fault fault) {
    faulted_ = true;
    launch_.stop(std::move(fault));
}

void Core::refused(const Access& access, bool at_once) {
    Fault fault = fault_of(access);
    fault.told = true;
    if (at_once)
        stop(std::move(fault));
    else
        launch_.note(std::move(fault));
}

void Core::block_started(const Block& block) {
    counters_.start_block();
    if (listener() != nullptr) listener()->block_started(block.linear(), block.shared());
}

void Core::turn_to(std::uint64_t block) {
    current_ = block;
    recording_ = recorder_ && recorder_->wants(block);
    stepping_ = stepper_ && stepper_->wants(block);
    watches_accesses_ = recording_ || stepping_ || listener() != nullptr;
}

bool Core::is_over_limit(std::uint64_t instructions) {
    if (!launch_.limited) return false;
    // To add up the counts of all instructions takes some hundred steps.
    constexpr std::uint64_t between_checks = 1 << 16;
    unchecked_instructions_ += instructions;
    if (unchecked_instructions_ < between_checks) return false;
    unchecked_instructions_ = 0;
    return launch_.is_over_limit(counted_instructions() - taken_instructions_);
}

// As smsp__inst_executed counts them.
std::uint64_t Core::counted_instructions() const {
    std::uint64_t all = 0;
    for (std::size_t op = 0; op < counters_.tallies.size(); ++op)
        if (kernel().info[op].written) all += counters_.tallies[op].warps;
    return all;
}

std::uint64_t Core::take_instructions() {
    if (!launch_.limited) return 0;
    const std::uint64_t all = counted_instructions();
    return all - std::exchange(taken_instructions_, all);
}

void Core::charge(Block& block) {
    if (!counting_ || !request().take_turns) return;
    const std::uint64_t all = counted_instructions();
    block.add_executed(all - std::exchange(charged_instructions_, all));
}

void Core::finish(Block& block) {
    changed();
    if (listener() != nullptr) listener()->block_finished(block.linear());
    launch_.finish(block.linear(),
                   {std::move(block.printed()), counters_.take_l2_requests(), std::move(block.incidents()),
                    block.clocks(), block.executed(), take_instructions()});
}

void Core::wrong_access(Block& block, const Access& access) {
    block.incidents().add_access(access);
    keep_or_tell(block);
}

void Core::barrier_arrived(const Block& block, std::uint32_t warp, std::uint32_t number) {
    if (listener() != nullptr) listener()->barrier_arrived({block.linear(), warp}, number);
}

void Core::barrier_met(Block& block, std::uint32_t number, bool whole, std::span<const std::uint32_t> warps,
                       std::uint32_t op, std::uint32_t absent) {
    if (observer() != nullptr && absent != 0) {
        block.incidents().add_skipped_barrier(op, absent);
        keep_or_tell(block);
    }
    if (listener() != nullptr) listener()->barrier(block.linear(), number, whole, warps);
}

void Core::mixed_barrier(Block& block, std::uint32_t op, std::uint32_t other) {
    if (observer() == nullptr) return;
    block.incidents().add_mixed_barrier(op, other);
    keep_or_tell(block);
}

void Core::keep_or_tell(Block& block) {
    // So many make no difference to the host's memory; a loop of wrong accesses would.
    constexpr std::size_t most_kept = 4096;
    if (launch_.alone || block.incidents().size() >= most_kept)
        launch_.hand_over(block.linear(), block.incidents());
}

bool Core::different_lines(std::uint32_t a, std::uint32_t b) const {
    const ptx::SourceLine first = kernel().info[a].source;
    const ptx::SourceLine second = kernel().info[b].source;
    return a != b && (first.line == 0 || first.line != second.line || first.file != second.file);
}

} // namespace simulator
