#include "timing/timed_op.h"

#include <algorithm>

namespace simulator::timing {
namespace {

constexpr std::size_t index_of(Unit unit) { return static_cast<std::size_t>(unit); }

} // namespace

void add_busy(std::array<double, unit_count>& busy, Unit unit, double count, const DeviceTime& time) {
    const double cycles = count / time.rate[index_of(unit)];
    busy[index_of(unit)] += cycles;
    // A unit that is one half of another one blocks that other unit.
    if (unit == Unit::fma_heavy) busy[index_of(Unit::fma)] += count / time.rate[index_of(Unit::fma)];
    if (unit == Unit::conversion) busy[index_of(Unit::xu)] += cycles;
}

TimedOp timed(const OpFacts& facts, const DeviceTime& time, double factor) {
    TimedOp op;
    std::array<double, unit_count> busy = {};
    double slots = 0;
    double latency = 0;
    for (std::size_t unit = 0; unit < unit_count; ++unit) {
        const double count = facts.cost.instructions[unit] * factor;
        if (count == 0) continue;
        slots += count * time.slot;
        add_busy(busy, static_cast<Unit>(unit), count, time);
        latency = std::max(latency, time.latency[unit]);
    }
    for (std::size_t unit = 0; unit < unit_count; ++unit)
        op.busy[unit] = ticks(busy[unit] * sm_subpartitions);
    // Several SASS instructions are assumed to depend on each other.
    if (slots > 1) latency += (slots - 1) * time.latency[index_of(Unit::alu)];
    if (facts.sets_predicate && slots != 0) latency += time.predicate_latency;
    op.slots = ticks(slots);
    op.latency = ticks(latency);
    return op;
}

} // namespace simulator::timing
