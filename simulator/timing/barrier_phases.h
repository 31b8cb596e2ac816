#pragma once

/// @file
/// The barrier objects of a block (mbarrier) whose steps are gone through again: who waits for the end of which phase.

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "counters/instruction_trace.h"
#include "timing/server.h"

namespace simulator::timing {

/// All phases of a block. A phase is over when all have arrived that arrived in it when the steps were remembered.
class BarrierPhases {
public:
    /// Takes those of @p block in place of the ones before.
    void begin(const BlockTrace& block);
    /// Those of @p costs arrive at @p now. Returns the warps that waited for that; they may go on when ended() says.
    std::vector<std::uint32_t> arrive(std::span<const AccessCost> costs, Ticks now);
    /// Whether @p warp has to wait until arrive() returns it, because a phase is not over for whose end one of @p costs waits.
    bool waits(std::span<const AccessCost> costs, std::uint32_t warp);
    /// When the phases were over for whose end @p costs wait.
    [[nodiscard]] Ticks ended(std::span<const AccessCost> costs) const;

private:
    struct Phase {
        std::uint32_t missing = 0; // arrivals
        Ticks end = 0;
        std::vector<std::uint32_t> waiting = {}; // warps
    };
    using Key = std::pair<std::uint32_t, std::uint32_t>; // barrier and phase
    static Key key_of(const AccessCost& cost) { return {cost.barrier, cost.phase}; }

    std::map<Key, Phase> phases_;
};

} // namespace simulator::timing
