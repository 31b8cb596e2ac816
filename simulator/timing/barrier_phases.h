#pragma once

/// @file
/// The barrier objects (mbarrier) of a block in a trace-driven replay: which warps wait for the end of which
/// phase.

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "counters/instruction_trace.h"
#include "timing/server.h"

namespace simulator::timing {

/// All phases of a block's barrier objects. A phase ends after as many arrivals as it had when the trace was
/// recorded.
class BarrierPhases {
public:
    /// Replaces all phases by those of @p block.
    void begin(const BlockTrace& block);
    /// Records the arrivals among @p costs at @p now. Returns the warps that waited for a phase that is now
    /// complete; they may continue at the time that ended() returns.
    std::vector<std::uint32_t> arrive(std::span<const AccessCost> costs, Ticks now);
    /// Returns whether @p warp must wait until arrive() returns it, because a phase that one of @p costs
    /// waits for is not complete.
    bool waits(std::span<const AccessCost> costs, std::uint32_t warp);
    /// Returns the time at which the phases that @p costs wait for were complete.
    [[nodiscard]] Ticks ended(std::span<const AccessCost> costs) const;

private:
    struct Phase {
        std::uint32_t missing = 0; // arrivals until it is complete
        Ticks end = 0;
        std::vector<std::uint32_t> waiting = {}; // warps that wait for it
    };
    using Key = std::pair<std::uint32_t, std::uint32_t>; // barrier object and phase
    static Key key_of(const AccessCost& cost) { return {cost.barrier, cost.phase}; }

    std::map<Key, Phase> phases_;
};

} // namespace simulator::timing
