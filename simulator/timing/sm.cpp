#include "timing/sm.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <set>
#include <utility>
#include <vector>

#include "timing/barrier_phases.h"
#include "timing/in_flight_loads.h"
#include "timing/memory_paths.h"
#include "timing/timed_op.h"
#include "timing/warp_replay.h"

namespace simulator::timing {
namespace {

using ptx::Effect;

// A warp of a running block.
struct RunningWarp {
    WarpReplay replay = {};
    std::uint32_t slot = 0;  // index of its block's slot
    Ticks next = 0;          // earliest time of its next issue
    std::uint32_t round = 0; // completed rounds of its CAS loop
    bool waiting = false;    // at a barrier
    bool ended = true;
};

// A place for a resident block.
struct Slot {
    std::uint32_t first_warp = 0;
    std::uint32_t live = 0;    // warps that have not ended
    std::uint32_t waiting = 0; // live warps at a barrier
    Ticks barrier = 0;         // arrival of the last warp
    BarrierPhases phases;      // phases of its barrier objects
    Ticks waited = -1; // when it read a value of another block that it has not passed on; negative: none
};

// A scheduler and its units.
struct Subpartition {
    Server issue;
    std::array<Server, unit_count> units = {};
};

constexpr Ticks never = std::numeric_limits<Ticks>::max();

bool is_control_transfer(const OpFacts& op) {
    return op.effect == Effect::branch || op.effect == Effect::call || op.effect == Effect::leave;
}

bool is_atomic_op(const OpFacts& op) { return op.effect == Effect::atomic || op.effect == Effect::reduction; }

// Returns the number of different lines of constants that are read; counting stops when they exceed the
// cache.
std::size_t constant_lines(const SmWork& work, const DeviceTime& time) {
    std::set<std::uint32_t> lines;
    for (const BlockTrace* block : work.blocks)
        for (const WarpTrace& warp : block->warps) {
            lines.insert(warp.constant_lines.begin(), warp.constant_lines.end());
            if (static_cast<double>(lines.size()) > time.constant_lines) return lines.size();
        }
    return lines.size();
}

class Sm {
public:
    Sm(const SmWork& work, const DeviceTime& time)
        : work_(work), time_(time),
          memory_(time, work.dram_share, constant_lines(work, time), work.limited_queues) {
        ops_.reserve(work.kernel.ops.size());
        for (const OpFacts& op : work.kernel.ops)
            ops_.push_back(
                timed(op, time, work.changes.empty() ? 1 : work.changes[ops_.size()].instructions));
        for (const BlockTrace* block : work.blocks)
            warps_of_slot_ = std::max(warps_of_slot_, static_cast<std::uint32_t>(block->warps.size()));
        slots_.resize(std::min<std::size_t>(work.resident, work.blocks.size()));
        warps_.resize(slots_.size() * warps_of_slot_);
    }

    SmRun run() {
        for (std::uint32_t n = 0; n < slots_.size(); ++n) {
            slots_[n].first_warp = n * warps_of_slot_;
            begin_block(n, 0);
        }
        while (!queue_.empty()) {
            const std::uint32_t warp = queue_.top().second;
            queue_.pop();
            step(warp);
        }
        return result();
    }

private:
    using Event = std::pair<Ticks, std::uint32_t>;

    // A block without instructions ends at once.
    void begin_block(std::uint32_t number, Ticks now) {
        Slot& slot = slots_[number];
        slot.live = slot.waiting = 0;
        slot.barrier = 0;
        slot.waited = -1;
        while (slot.live == 0 && next_block_ < work_.blocks.size()) {
            const BlockTrace& block = *work_.blocks[next_block_++];
            slot.phases.begin(block);
            for (std::uint32_t n = 0; n < block.warps.size(); ++n)
                begin_warp(slot.first_warp + n, number, block.warps[n], now);
        }
    }

    void begin_warp(std::uint32_t number, std::uint32_t slot, const WarpTrace& steps, Ticks now) {
        run_.steps += steps.ops.size();
        run_.total_steps += steps.executed;
        RunningWarp& warp = warps_[number];
        warp.ended = steps.ops.empty();
        if (warp.ended) return;
        warp.replay.begin(work_.kernel, steps, now);
        warp.slot = slot;
        warp.next = now;
        warp.round = 0;
        warp.waiting = false;
        ++slots_[slot].live;
        enqueue_warp(number);
    }

    // Returns when the warp's next instruction can issue.
    [[nodiscard]] Ticks earliest(const RunningWarp& warp) const {
        const std::uint32_t number = warp.replay.number();
        const bool free = ops_[number].slots == 0 && work_.kernel.ops[number].effect == Effect::compute;
        return free ? warp.next : std::max(warp.next, warp.replay.awaited());
    }
    void enqueue_warp(std::uint32_t number) { queue_.emplace(earliest(warps_[number]), number); }

    void step(std::uint32_t number) {
        RunningWarp& warp = warps_[number];
        const std::uint32_t instruction = warp.replay.number();
        const OpFacts& facts = work_.kernel.ops[instruction];
        const TimedOp& op = ops_[instruction];
        const bool skipped = warp.replay.skipped();
        if (!skipped && facts.effect == Effect::barrier_object && waits_for_phase(number)) return;
        Ticks begin = earliest(warp);
        if (op.slots != 0) {
            begin = issued(subpartitions_[number % sm_subpartitions], op, begin);
            warp.next = begin + std::max(op.slots, ticks(time_.warp_gap));
        }
        if (!skipped && is_atomic_op(facts) && needs_another_round(warp, instruction, begin))
            return enqueue_warp(number);
        begin = std::max(begin, memory_.spilled(facts, begin));
        Ticks done = begin + op.latency;
        // An instruction without cost forwards its operands.
        if (op.slots == 0) done = std::max(done, warp.replay.operands());
        if (!skipped) done = std::max(done, access_memory(number, warp.replay.costs(), instruction, begin));
        if (!skipped && facts.effect == Effect::barrier_object) arrive(number, facts, begin);
        if (facts.closes_group) in_flight_.close_group(number);
        if (facts.waits_for_copies) in_flight_.wait(number, facts.max_groups_in_flight, begin);
        warp.replay.finish(done);
        if (is_control_transfer(facts) && op.slots != 0) {
            const bool taken = !warp.replay.ended() && warp.replay.number() != instruction + 1;
            warp.next = begin + ticks(taken ? time_.taken_branch : time_.branch);
        }
        if (warp.replay.ended())
            end_warp(warp);
        else if (facts.effect == Effect::block_barrier && !skipped)
            wait(warp, begin);
        else
            enqueue_warp(number);
    }

    // Tracks loads in flight, and the time a block needs to pass on a value that it waited for.
    void track_access(const AccessCost& cost, const OpFacts& op, std::uint32_t warp, Ticks now,
                      Ticks arrived) {
        if (cost.space != MemorySpace::global) return;
        Slot& slot = slots_[warps_[warp].slot];
        if (cost.waited) slot.waited = arrived;
        if (cost.forwards_wait && slot.waited >= 0) {
            const Ticks latency = std::max<Ticks>(now - std::exchange(slot.waited, -1), 0);
            handoff_latency_ = std::min(handoff_latency_, latency);
            run_.handoffs.all_latency += cycles_of(latency);
            run_.handoffs.number += 1;
        }
        if (cost.kind != AccessKind::load || cost.l2_sectors == 0 || cost.waited) return;
        if (op.effect == Effect::copy)
            in_flight_.copy(warp, now);
        else
            in_flight_.load(now, arrived);
    }

    // Returns whether the warp's next instruction, which tests a phase, must be delayed until the phase is
    // complete.
    bool waits_for_phase(std::uint32_t number) {
        RunningWarp& warp = warps_[number];
        BarrierPhases& phases = slots_[warp.slot].phases;
        if (phases.waits(warp.replay.costs(), number)) return true;
        const Ticks end = phases.ended(warp.replay.costs());
        if (end <= earliest(warp)) return false;
        warp.next = end;
        enqueue_warp(number);
        return true;
    }

    void arrive(std::uint32_t number, const OpFacts& facts, Ticks now) {
        RunningWarp& warp = warps_[number];
        const Ticks when = facts.copies_arrive ? std::max(now, warp.replay.copies()) : now;
        if (facts.copies_arrive) in_flight_.close_group(number);
        for (const std::uint32_t waiting : slots_[warp.slot].phases.arrive(warp.replay.costs(), when))
            enqueue_warp(waiting);
    }

    static Ticks issued(Subpartition& subpartition, const TimedOp& op, Ticks now) {
        const Ticks issued = subpartition.issue.serve(now, op.slots);
        Ticks begin = issued;
        for (std::size_t unit = 0; unit < unit_count; ++unit)
            if (op.busy[unit] != 0)
                begin = std::max(begin, subpartition.units[unit].serve(issued, op.busy[unit]));
        return begin;
    }

    // Returns when the data of all @p costs have arrived.
    Ticks access_memory(std::uint32_t warp, std::span<const AccessCost> costs, std::uint32_t instruction,
                        Ticks now) {
        Ticks done = 0;
        for (const AccessCost& cost : costs) {
            const Ticks there = arrival(cost, {warp, instruction}, now);
            if (work_.waits) track_access(cost, work_.kernel.ops[instruction], warp, now, there);
            done = std::max(done, there);
        }
        return done;
    }

    // A CAS loop delays its warp until the last round is over. Returns whether more rounds follow.
    bool needs_another_round(RunningWarp& warp, std::uint32_t instruction, Ticks now) {
        for (const AccessCost& remembered : warp.replay.costs()) {
            const AccessCost cost =
                work_.changes.empty() ? remembered : apply_change(remembered, work_.changes[instruction]);
            if (!cost.is_cas_loop()) continue;
            warp.next = memory_.round(cost, now);
            if (++warp.round < cost.serial_rounds) return true;
            warp.round = 0;
            warp.next += ticks(time_.branch);
        }
        return false;
    }

    Ticks arrival(const AccessCost& cost, Requester requester, Ticks now) {
        const OpFacts& facts = work_.kernel.ops[requester.instruction];
        if (work_.changes.empty()) return memory_.access(cost, facts, requester, now);
        const OpChange& change = work_.changes[requester.instruction];
        const Ticks there = memory_.access(apply_change(cost, change), facts, requester, now);
        return now + static_cast<Ticks>(static_cast<double>(there - now) * change.latency);
    }

    void end_warp(RunningWarp& warp) {
        warp.ended = true;
        end_ = std::max(end_, warp.next);
        --slots_[warp.slot].live;
        if (slots_[warp.slot].live != 0) return release(warp.slot);
        begin_block(warp.slot, warp.next + ticks(time_.block_start + time_.warp_start * warps_of_slot_));
    }

    void wait(RunningWarp& warp, Ticks now) {
        Slot& slot = slots_[warp.slot];
        warp.waiting = true;
        ++slot.waiting;
        slot.barrier = std::max(slot.barrier, now);
        release(warp.slot);
    }

    // Releases the warps of a block from a barrier if all live warps have arrived.
    void release(std::uint32_t number) {
        Slot& slot = slots_[number];
        if (slot.waiting == 0 || slot.waiting < slot.live) return;
        const Ticks when = slot.barrier + ticks(time_.barrier_latency);
        slot.waiting = 0;
        slot.barrier = 0;
        for (std::uint32_t n = slot.first_warp; n < slot.first_warp + warps_of_slot_; ++n) {
            if (warps_[n].ended || !warps_[n].waiting) continue;
            warps_[n].waiting = false;
            warps_[n].next = std::max(warps_[n].next, when);
            enqueue_warp(n);
        }
    }

    SmRun result() {
        run_.cycles = cycles_of(std::max(end_, memory_.free()));
        run_.data = cycles_of(memory_.data());
        run_.incoming = cycles_of(memory_.incoming());
        run_.outgoing = cycles_of(memory_.outgoing());
        run_.handoffs.in_flight = cycles_of(in_flight_.length());
        if (handoff_latency_ != never) run_.handoffs.latency = cycles_of(handoff_latency_);
        return run_;
    }

    const SmWork& work_;
    const DeviceTime& time_;
    std::vector<TimedOp> ops_; // by instruction
    MemoryPaths memory_;
    std::array<Subpartition, sm_subpartitions> subpartitions_ = {};
    std::uint32_t warps_of_slot_ = 0;
    std::vector<Slot> slots_;
    std::vector<RunningWarp> warps_;
    std::priority_queue<Event, std::vector<Event>, std::greater<>> queue_;
    std::size_t next_block_ = 0;
    Ticks end_ = 0;
    InFlightLoads in_flight_;
    Ticks handoff_latency_ = never;
    SmRun run_;
};

} // namespace

SmRun run_sm(const SmWork& work, const DeviceTime& time) { return Sm(work, time).run(); }

} // namespace simulator::timing
