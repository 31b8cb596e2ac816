#pragma once

/// @file
/// Records the instruction trace of sampled blocks: the instructions that each warp executed, in order, and
/// the cost of each access. The time model replays these traces (timing/).

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "counters/access_recorder.h"
#include "counters/counters.h"
#include "memory/access.h"

namespace simulator {

/// Effect of an access on a barrier object.
enum class PhaseEvent : std::uint8_t { none, arrives, waits };

/// Cost of one memory access of a warp, or of one match.any.
struct AccessCost {
    std::uint32_t step = 0; ///< index in WarpTrace::ops
    /// Accessed space; parameters are free, so MemorySpace::param is a match.any.
    MemorySpace space = MemorySpace::global;
    AccessKind kind = AccessKind::load;                   ///< load, store or atomic
    AtomicLowering lowering = AtomicLowering::serialized; ///< atomics only
    bool result_used = true;                              ///< atomics only
    bool bypasses_l1 = false;                             ///< L1 could not serve it
    bool waited = false;                                  ///< loads: it has observed what another block wrote
    /// Stores: its block has waited in this way, and others may wait for the store.
    bool forwards_wait = false;
    std::uint8_t lanes = 0;       ///< number of participating lanes
    std::uint16_t bytes = 0;      ///< bytes per lane
    std::uint16_t lines = 0;      ///< 128-byte lines, for global and local memory
    std::uint16_t sectors = 0;    ///< 32-byte sectors, for global and local memory
    std::uint16_t l2_sectors = 0; ///< sectors requested from L2
    /// Passes over the banks of shared memory (for a CAS loop: those of its reads). For a global access
    /// through L1, the maximum of these and the passes over the tags, with four lines per pass. For a global
    /// atomic, its lines.
    std::uint16_t passes = 0;
    std::uint16_t passes_ideal = 0; ///< passes without bank conflicts
    /// Atomics: the most lanes on one address, or the rounds of a CAS loop. Constants: different addresses.
    /// match.any: different values.
    std::uint16_t serial_rounds = 0;
    /// Constants: address / 64. An access to several lines has one cost per line, and only the first has the
    /// serial rounds.
    std::uint32_t constant_line = 0;
    PhaseEvent phase_event = PhaseEvent::none; ///< effect on a barrier object
    std::uint32_t barrier = 0;                 ///< offset of the barrier object in shared memory
    std::uint32_t phase = 0; ///< phase in which the warp arrived, or for whose end it waited

    /// Returns whether the access is a CAS loop in SASS: see cas_loop().
    [[nodiscard]] bool is_cas_loop() const {
        return space == MemorySpace::shared && kind == AccessKind::atomic &&
               lowering == AtomicLowering::float_add;
    }
};

/// The instruction trace of a warp.
struct WarpTrace {
    /// Flag in an element of ops: the instruction's guard was false for all lanes.
    static constexpr std::uint32_t predicated_off = 0x8000'0000;

    std::vector<std::uint32_t> ops = {}; ///< indices in Kernel::code in order of execution, up to the limit
    std::vector<AccessCost> costs = {};  ///< costs of these instructions, in order of steps
    std::set<std::uint32_t> constant_lines = {}; ///< AccessCost::constant_line of all costs
    std::uint64_t executed = 0; ///< number of executed instructions, including those past the limit
};

/// The instruction trace of a block.
struct BlockTrace {
    std::uint64_t block = 0;           ///< linear index
    std::vector<WarpTrace> warps = {}; ///< indexed by the warp's number in the block
};

/// Amount of work of a block's warps.
struct BlockWork {
    std::uint64_t all = 0; ///< instructions executed by all warps together
    /// Instructions in loops of the longest-running warp, plus the cycles for which it slept.
    std::uint64_t longest_warp = 0;
};

/// Records the instruction traces of some blocks of a launch, on one core.
class TraceRecorder {
public:
    /// Records @p blocks, which are sorted linear indices, and of each warp the first @p max_trace_steps steps.
    TraceRecorder(std::vector<std::uint64_t> blocks, std::uint32_t max_trace_steps);

    /// Returns whether a block is recorded.
    [[nodiscard]] bool records_block(std::uint64_t block) const;
    /// Returns the trace of a warp; the reference stays valid.
    [[nodiscard]] WarpTrace& of(WarpId place);
    /// Records that the warp executes an instruction.
    void step(WarpTrace& trace, std::uint32_t op, bool predicated_off) const {
        if (trace.executed++ < max_steps_)
            trace.ops.push_back(predicated_off ? op | WarpTrace::predicated_off : op);
    }
    /// Removes the warp's last step, because the instruction will be executed later.
    void undo_step(WarpTrace& trace) const {
        if (trace.executed-- <= max_steps_) trace.ops.pop_back();
    }
    /// Lets @p counters count an access, through @p recorder unless that is null, and records the cost that
    /// this added.
    void count(const Access& access, Counters& counters, AccessRecorder* recorder);
    /// Records that the warp's last step, if it is instruction @p op, found @p values different values.
    void record_match(WarpId place, std::uint32_t op, std::uint16_t values);
    /// Marks the warp's last access: it has waited for another block, or forwards what its block has waited
    /// for.
    void mark_last(WarpId place, bool AccessCost::*what);
    /// Records that the warp's last step arrived in a phase of the barrier object at offset @p barrier, or
    /// waited for the phase to end. This costs one pass over shared memory per warp.
    void mark_phase(WarpId place, PhaseEvent what, std::uint32_t barrier, std::uint32_t phase);
    /// Returns all traces by block. Call it only once.
    std::vector<BlockTrace> take();

private:
    std::vector<std::uint64_t> blocks_;
    std::uint32_t max_steps_;
    std::map<std::uint64_t, std::map<std::uint32_t, WarpTrace>> traces_; ///< per block and warp
};

} // namespace simulator
