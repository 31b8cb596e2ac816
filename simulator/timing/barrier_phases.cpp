#include "timing/barrier_phases.h"

#include <algorithm>

namespace simulator::timing {

void BarrierPhases::begin(const BlockTrace& block) {
    phases_.clear();
    for (const WarpTrace& warp : block.warps)
        for (const AccessCost& cost : warp.costs)
            if (cost.phase_event == PhaseEvent::arrives) ++phases_[key_of(cost)].missing;
}

std::vector<std::uint32_t> BarrierPhases::arrive(std::span<const AccessCost> costs, Ticks now) {
    std::vector<std::uint32_t> released;
    for (const AccessCost& cost : costs) {
        if (cost.phase_event != PhaseEvent::arrives) continue;
        Phase& phase = phases_.at(key_of(cost));
        phase.end = std::max(phase.end, now);
        if (--phase.missing != 0) continue;
        released.insert(released.end(), phase.waiting.begin(), phase.waiting.end());
        phase.waiting.clear();
    }
    return released;
}

bool BarrierPhases::waits(std::span<const AccessCost> costs, std::uint32_t warp) {
    for (const AccessCost& cost : costs) {
        const auto phase = phases_.find(key_of(cost));
        if (cost.phase_event != PhaseEvent::waits || phase == phases_.end() || phase->second.missing == 0)
            continue;
        phase->second.waiting.push_back(warp);
        return true;
    }
    return false;
}

Ticks BarrierPhases::ended(std::span<const AccessCost> costs) const {
    Ticks end = 0;
    for (const AccessCost& cost : costs) {
        const auto phase = phases_.find(key_of(cost));
        if (cost.phase_event == PhaseEvent::waits && phase != phases_.end())
            end = std::max(end, phase->second.end);
    }
    return end;
}

} // namespace simulator::timing
