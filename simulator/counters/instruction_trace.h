#pragma once

/// @file
/// Remembers the way of single blocks: which instructions each warp executed, one after the other, and what each access cost.
/// Who tells how long a launch takes goes this way again (timing/).

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "counters/access_recorder.h"
#include "counters/counters.h"
#include "memory/access.h"

namespace simulator {

/// What an access does at a barrier object.
enum class PhaseEvent : std::uint8_t { none, arrives, waits };

/// What one access of a warp, or one match.any, asked of the units behind it.
struct AccessCost {
    std::uint32_t step = 0; ///< which of WarpTrace::ops it belongs to
    MemorySpace space =
        MemorySpace::global; ///< where it went; parameters are free, so MemorySpace::param is a match.any
    AccessKind kind = AccessKind::load;                   ///< what it did
    AtomicLowering lowering = AtomicLowering::serialized; ///< of an atomic
    bool result_used = true;                              ///< of an atomic
    bool bypasses_l1 = false;                             ///< L1 could not serve it
    bool waited = false;                                  ///< of a load: it has seen what another block wrote
    bool forwards_wait = false;   ///< of a store: its block has waited so, and others may wait for it
    std::uint8_t lanes = 0;       ///< that took part
    std::uint16_t bytes = 0;      ///< a lane
    std::uint16_t lines = 0;      ///< of 128 bytes, of global and local memory
    std::uint16_t sectors = 0;    ///< of 32 bytes, of the same
    std::uint16_t l2_sectors = 0; ///< of these, what L2 was asked for
    /// Over the banks of shared memory, of a loop those that it reads in; or of L1: the same, and four lines in a pass.
    std::uint16_t passes = 0;
    std::uint16_t passes_ideal = 0; ///< without bank conflicts
    /// Of an atomic: the most lanes on one address, or its rounds if it is a loop. Of constants: different addresses. Of a
    /// match.any: different values.
    std::uint16_t serial_rounds = 0;
    /// Of constants: which one of 64 bytes. What reads several lines has one of these for each, of which the first has the turns.
    std::uint32_t constant_line = 0;
    PhaseEvent phase_event = PhaseEvent::none; ///< at a barrier object
    std::uint32_t barrier = 0;                 ///< its offset in shared memory
    std::uint32_t phase = 0;                   ///< in which it arrived, or for whose end it waited

    /// Whether machine code does it in a loop, see cas_loop().
    [[nodiscard]] bool is_cas_loop() const {
        return space == MemorySpace::shared && kind == AccessKind::atomic &&
               lowering == AtomicLowering::float_add;
    }
};

/// The way of a warp.
struct WarpTrace {
    /// Set in an element of ops: the instruction's guard was false for all lanes.
    static constexpr std::uint32_t predicated_off = 0x8000'0000;

    std::vector<std::uint32_t> ops = {};         ///< indices in Kernel::code, as executed; the first ones
    std::vector<AccessCost> costs = {};          ///< of these, by step
    std::set<std::uint32_t> constant_lines = {}; ///< AccessCost::constant_line of all of these
    std::uint64_t executed = 0;                  ///< all of them, those that were not remembered as well
};

/// The way of a block.
struct BlockTrace {
    std::uint64_t block = 0;           ///< linear
    std::vector<WarpTrace> warps = {}; ///< by their number in the block
};

/// What the warps of a block had to do.
struct BlockWork {
    std::uint64_t all = 0; ///< instructions that they executed, all together
    std::uint64_t longest_warp =
        0; ///< instructions in loops of the warp that ran longest, and the clocks for which it slept
};

/// Remembers steps of some blocks of a launch, on one core.
class TraceRecorder {
public:
    /// Of @p blocks, which are linear and in order; of each warp the first @p most steps.
    TraceRecorder(std::vector<std::uint64_t> blocks, std::uint32_t max_steps);

    /// Whether steps of this block are remembered.
    [[nodiscard]] bool records_block(std::uint64_t block) const;
    /// Where those of a warp go; it stays where it is.
    [[nodiscard]] WarpTrace& of(WarpId place);
    /// The warp executes an instruction.
    void step(WarpTrace& trace, std::uint32_t op, bool predicated_off) const {
        if (trace.executed++ < max_steps_)
            trace.ops.push_back(predicated_off ? op | WarpTrace::predicated_off : op);
    }
    /// The last step of the warp was none: it executes that instruction later.
    void undo_step(WarpTrace& trace) const {
        if (trace.executed-- <= max_steps_) trace.ops.pop_back();
    }
    /// Has @p counters count an access, by way of @p recorder where there is one, and remembers what that added.
    void count(const Access& access, Counters& counters, AccessRecorder* recorder);
    /// Remembers that the warp's last step, if it is instruction @p op, found so many different values.
    void record_match(WarpId place, std::uint32_t op, std::uint16_t values);
    /// Says of the last access of this warp that it has waited for another block, or hands on what its block has waited for.
    void mark_last(WarpId place, bool AccessCost::*what);
    /// Remembers that the warp's last step arrived in this phase of the barrier object at this offset, or waited for its end. What
    /// one warp does there costs it a pass over shared memory.
    void mark_phase(WarpId place, PhaseEvent what, std::uint32_t barrier, std::uint32_t phase);
    /// All of them, by block. Not to be asked for twice.
    std::vector<BlockTrace> take();

private:
    std::vector<std::uint64_t> blocks_;
    std::uint32_t max_steps_;
    std::map<std::uint64_t, std::map<std::uint32_t, WarpTrace>> traces_; ///< by block and warp
};

} // namespace simulator
