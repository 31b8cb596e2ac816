#include "timing/timed_op.h"

#include <algorithm>

namespace simulator::timing {
namespace {

constexpr std::size_t index_of(Unit unit) { return static_cast<std::size_t>(unit); }

} // namespace

TimedOp timed(const OpFacts& facts, const DeviceTime& time) {
    TimedOp op;
    double slots = 0;
    double latency = 0;
    for (std::size_t unit = 0; unit < unit_count; ++unit) {
        const double count = facts.cost.instructions[unit];
        if (count == 0) continue;
        slots += count * time.slot;
        op.busy[unit] += ticks(count * sm_parts / time.rate[unit]);
        // What one half of a unit does, all of it cannot do meanwhile.
        if (unit == index_of(Unit::fma_heavy))
            op.busy[index_of(Unit::fma)] += ticks(count * sm_parts / time.rate[index_of(Unit::fma)]);
        if (unit == index_of(Unit::conversion))
            op.busy[index_of(Unit::xu)] += ticks(count * sm_parts / time.rate[unit]);
        latency = std::max(latency, time.latency[unit]);
    }
    // Several are taken to need each other's results.
    if (slots > 1) latency += (slots - 1) * time.latency[index_of(Unit::alu)];
    op.slots = ticks(slots);
    op.latency = ticks(latency);
    return op;
}

} // namespace simulator::timing
