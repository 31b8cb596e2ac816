#include "machine/block.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <string_view>
#include <utility>

#include "finding_messages/machine_messages.h"
#include "machine/core.h"
#include "machine/handlers/groups.h"

namespace simulator {

namespace machine_messages = kernelsmith::machine_messages;

namespace {

bool is_grid_barrier(const Core& core, const Poll& poll) {
    const Address workspace = core.request().grid_workspace;
    return poll.bytes != 0 && poll.space == MemorySpace::global && workspace != 0 &&
           poll.address == workspace + offsetof(GridWorkspace, barrier);
}

std::string_view name_of(MemorySpace space) {
    return space == MemorySpace::shared ? "shared" : space == MemorySpace::global ? "global" : "local";
}

/// Describes the event that a polling loop waits for.
Message describe_poll(const Core& core, const Poll& poll) {
    if (is_grid_barrier(core, poll)) return machine_messages::waits_at_grid_barrier;
    if (poll.bytes == 0) return machine_messages::sleeps_in_loop;
    const bool shared = poll.space == MemorySpace::shared;
    return {machine_messages::reads_in_loop,
            {{"bytes", poll.bytes},
             {"space", name_of(poll.space)},
             {"name", shared ? core.kernel().shared_name(poll.address) : std::string()}}};
}

// Returns advice for the usual cause.
MessageKind polling_advice(const Core& core, const Poll& poll) {
    if (is_grid_barrier(core, poll)) return machine_messages::bring_all_blocks_to_grid_barrier;
    if (poll.space == MemorySpace::global && core.launch().blocks_left())
        return machine_messages::do_not_wait_for_later_blocks;
    const ptx::Form form = core.kernel().info[poll.op].form;
    if (form == ptx::Form::atom_compare_swap || form == ptx::Form::atom_exchange)
        return machine_messages::release_lock;
    return machine_messages::set_flag_before_waiting;
}

// Describes why lanes that others await for a collective instruction do not arrive.
Message describe_missing_lanes(const Warp& warp, const Path& waiting) {
    for (const Path& other : warp.paths()) {
        const bool elsewhere = other.state == Path::State::for_lanes &&
                               other.group_lanes == waiting.group_lanes && other.group_op != waiting.group_op;
        if (elsewhere)
            return {machine_messages::lanes_wait_in_two_functions,
                    {{"function", waiting.group_op->function}, {"other", other.group_op->function}}};
    }
    return machine_messages::lanes_never_arrive;
}

} // namespace

Block::Block(Core& core)
    : core_(core), shared_bytes_(core.launch().shared_bytes),
      shared_(aligned_bytes(core.launch().shared_bytes)),
      threads_(static_cast<std::uint32_t>(core.request().block.count())) {
    for (std::uint32_t warp = 0; warp * warp_size < threads_; ++warp)
        warps_.push_back(std::make_unique<Warp>(*this, core, warp));
}

void Block::start(std::uint64_t linear) {
    linear_index_ = linear;
    place_ = core_.request().grid.at(linear);
    live_ = threads_;
    executed_ = 0;
    barriers_ = {};
    printed_.clear();
    incidents_.clear();
    std::memset(shared_.get(), 0, shared_bytes_);
    for (const std::unique_ptr<Warp>& warp : warps_) {
        const std::uint32_t left = threads_ - warp->index() * warp_size;
        warp->start(left >= warp_size ? all_lanes : (Mask{1} << left) - 1);
    }
    core_.block_started(*this);
}

Progress Block::run() {
    for (;;) {
        bool ran = false;
        bool polling = false;
        for (const std::unique_ptr<Warp>& warp : warps_) {
            if (!warp->ready()) continue;
            ran = true;
            switch (warp->run()) {
                case Progress::faulted: return Progress::faulted;
                case Progress::polling: polling = true; break;
                case Progress::waiting:
                case Progress::finished: break;
            }
        }
        if (live_ == 0) return Progress::finished;
        if (core_.incidents().stopped()) return Progress::faulted;
        if (!ran && !release_waiting_paths()) return report_deadlock();
        if (polling) return Progress::polling;
    }
}

void Block::arrive(Warp& warp, const Op* op, Mask mask, std::uint8_t id, std::uint32_t expected, Mask holds,
                   bool waits) {
    Barrier& barrier = barriers_[id];
    const std::uint32_t index = core_.kernel().index_of(op);
    if (barrier.arrived == 0) {
        barrier.op = index;
        barrier.expected = expected;
    } else if (!barrier.mixed && expected == 0 && core_.incidents().different_lines(barrier.op, index)) {
        barrier.mixed = true;
        core_.incidents().mixed_barrier(*this, index, barrier.op);
    }
    // The missing lanes of the block's last warp count as arrived.
    const bool whole_warp = mask == (warp.existing_lanes() & ~warp.exited_lanes());
    barrier.arrived += static_cast<std::uint32_t>(std::popcount(mask));
    if (expected != 0 && whole_warp)
        barrier.arrived += static_cast<std::uint32_t>(warp_size - std::popcount(warp.existing_lanes()));
    barrier.threads += static_cast<std::uint32_t>(std::popcount(mask));
    barrier.held += static_cast<std::uint32_t>(std::popcount(mask & holds));
    if (!waits)
        core_.incidents().barrier_arrived(*this, warp.index(), id);
    else if (std::ranges::find(barrier.warps, warp.index()) == barrier.warps.end())
        barrier.warps.push_back(warp.index());
    release_if_complete(id);
}

void Block::release_if_complete(std::uint8_t id) {
    Barrier& barrier = barriers_[id];
    const std::uint32_t needed = barrier.expected != 0 ? barrier.expected : live_;
    if (barrier.arrived == 0 || barrier.arrived < needed) return;
    const Barrier met = barrier;
    barrier = {};
    core_.note_change();
    core_.incidents().barrier_completed(*this, id, met.expected == 0, met.warps, met.op,
                                        met.expected == 0 ? threads_ - live_ : 0);
    for (const std::unique_ptr<Warp>& warp : warps_) warp->release_barrier(id, met.held, met.threads);
}

void Block::remove_threads(std::uint32_t count) {
    live_ -= count;
    core_.note_change();
    if (live_ == 0) return;
    for (std::uint8_t id = 0; id < barriers_.size(); ++id)
        if (barriers_[id].expected == 0) release_if_complete(id);
}

std::uint64_t Block::cycles() const {
    std::uint64_t most = 0;
    for (const std::unique_ptr<Warp>& warp : warps_) most = std::max(most, warp->cycles());
    return most;
}

bool Block::waits_for_others() const {
    return std::ranges::any_of(warps_, [](const auto& warp) { return warp->ready() && warp->waited(); });
}

bool Block::repeats_state(bool memory_changed) {
    bool all = true;
    for (const std::unique_ptr<Warp>& warp : warps_) all = warp->repeats_state(memory_changed) && all;
    return all;
}

void Block::report_livelock() {
    stop_polling(FindingKind::deadlock, machine_messages::polls_without_writer, 0);
}

void Block::report_polling_budget(std::uint64_t instructions) {
    stop_polling(FindingKind::instruction_limit, machine_messages::polls_too_long, instructions);
}

void Block::stop_polling(FindingKind finding, MessageKind kind, std::uint64_t instructions) {
    for (const std::unique_ptr<Warp>& warp : warps_) {
        const auto path = std::ranges::find(warp->paths(), Path::State::ready, &Path::state);
        if (path == warp->paths().end()) continue;
        const Poll& poll = warp->poll();
        std::optional<Address> address;
        if (poll.space == MemorySpace::global && poll.bytes != 0) address = poll.address;
        Message what(kind, {{"polled", describe_poll(core_, poll)}});
        Message advice = polling_advice(core_, poll);
        if (finding == FindingKind::instruction_limit) {
            what.add({"instructions", instructions});
            advice = {machine_messages::or_raise_limit, {{"advice", advice}}};
        }
        warp->fault(FaultKind::timeout, finding, path->op, path->mask, std::move(what), std::move(advice),
                    address);
        return;
    }
}

// Lanes at a barrier may wait for lanes of their own warp that wait for them at a reconvergence point.
bool Block::release_waiting_paths() {
    bool any = false;
    for (const std::unique_ptr<Warp>& warp : warps_) any = warp->release_waiting_paths() || any;
    return any;
}

// Stops the kernel: no path can run, and no thread is left that could release one.
Progress Block::report_deadlock() {
    for (const std::unique_ptr<Warp>& warp : warps_) {
        for (const Path& path : warp->paths()) {
            const bool barrier = path.state == Path::State::at_barrier;
            warp->fault(FaultKind::timeout, FindingKind::deadlock, path.op, path.mask,
                        barrier ? Message(machine_messages::barrier_is_never_reached)
                                : describe_missing_lanes(*warp, path),
                        barrier ? machine_messages::bring_block_to_same_barrier
                                : machine_messages::name_arriving_lanes);
            return Progress::faulted;
        }
    }
    return Progress::faulted;
}

} // namespace simulator
