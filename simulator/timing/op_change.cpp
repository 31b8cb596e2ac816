#include "timing/op_change.h"

#include <algorithm>
#include <cmath>

#include "counters/footprint.h"

namespace simulator::timing {
namespace {

constexpr double whole_line = 1U << line_bits;
constexpr double whole_sector = 1U << sector_bits;

std::uint16_t at_least_one(double count) {
    return static_cast<std::uint16_t>(std::max(1.0, std::ceil(count)));
}

void coalesce(AccessCost& cost) {
    const double bytes = double{1} * cost.lanes * cost.bytes;
    const std::uint16_t lines = std::min(cost.lines, at_least_one(bytes / whole_line));
    const std::uint16_t sectors = std::min(cost.sectors, at_least_one(bytes / whole_sector));
    if (cost.l2_sectors != 0) cost.l2_sectors = at_least_one(std::min<double>(cost.l2_sectors, sectors));
    cost.lines = lines;
    cost.passes = std::min(cost.passes, lines);
    cost.sectors = sectors;
}

} // namespace

AccessCost apply_change(AccessCost cost, const OpChange& change) {
    if (cost.space == MemorySpace::global || cost.space == MemorySpace::local) {
        if (change.coalesced) coalesce(cost);
        cost.l2_sectors = static_cast<std::uint16_t>(std::lround(cost.l2_sectors * change.demand));
        if (change.in_shared) {
            cost.space = MemorySpace::shared;
            cost.passes = cost.passes_ideal = at_least_one(double{1} * cost.lanes * cost.bytes / whole_line);
            if (cost.is_cas_loop()) cost.passes = cost.passes_ideal = cost.serial_rounds;
        }
    } else if (cost.space == MemorySpace::shared) {
        if (change.conflict_free) {
            cost.passes = cost.passes_ideal;
            if (cost.is_cas_loop()) cost.serial_rounds = cost.passes_ideal;
        }
        cost.passes = at_least_one(cost.passes * change.passes);
    } else if (cost.space == MemorySpace::constant && change.in_shared) {
        cost.space = MemorySpace::shared;
        cost.passes = cost.passes_ideal = std::max<std::uint16_t>(cost.serial_rounds, 1);
    }
    if (change.spread) {
        cost.serial_rounds = std::min<std::uint16_t>(cost.serial_rounds, 1);
        if (cost.is_cas_loop()) cost.passes = cost.serial_rounds;
    }
    return cost;
}

} // namespace simulator::timing
