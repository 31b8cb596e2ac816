#include "timing/memory_paths.h"

#include <algorithm>
#include <cmath>

#include "timing/timed_launch.h"

namespace simulator::timing {
namespace {

constexpr double line_bytes = 128;

} // namespace

MemoryPaths::MemoryPaths(const DeviceTime& time, std::span<const double> dram_share,
                         std::size_t constant_lines, bool limited_queues)
    : time_(time), dram_share_(dram_share), debt_(dram_share.size()), constant_cache_(time, constant_lines) {
    if (!limited_queues) return;
    reads_ = QueueLimit(time.reads_in_flight);
    writes_ = QueueLimit(time.writes_in_flight);
}

Ticks MemoryPaths::access(const AccessCost& cost, const OpFacts& op, Requester requester, Ticks now) {
    switch (cost.space) {
        case MemorySpace::shared: return shared(cost, now);
        case MemorySpace::constant: return constant(cost, op, requester.warp, now);
        case MemorySpace::param: return matched(cost, now);
        case MemorySpace::global:
        case MemorySpace::local: break;
    }
    const Ticks arrived = global(cost, requester.instruction, now);
    const bool waited =
        cost.kind == AccessKind::load || (cost.kind == AccessKind::atomic && cost.result_used);
    return waited || op.effect == ptx::Effect::copy ? arrived : now;
}

// Spilled registers are in lines of local memory: L1 holds them and writes them through to L2.
Ticks MemoryPaths::spilled(const OpFacts& op, Ticks now) {
    const double lines = op.cost.spill_loads + op.cost.spill_stores;
    if (lines == 0) return now;
    const Ticks begin = data_.serve(now, ticks(lines / time_.l1_lines_per_cycle));
    const double written = op.cost.spill_stores * line_bytes / sector_bytes;
    if (written != 0) outgoing_.serve(begin, ticks(written / time_.l2_write_sectors_per_cycle));
    return begin + (op.cost.spill_loads != 0 ? ticks(time_.l1_latency) : 0);
}

Ticks MemoryPaths::constant(const AccessCost& cost, const OpFacts& op, std::uint32_t warp, Ticks now) {
    // `LDC` is the only SASS instruction for constants that has no unit.
    const bool by_ldc = op.cost.instructions[static_cast<std::size_t>(Unit::none)] != 0;
    const Ticks there = by_ldc ? constant_cache_.read_per_warp(cost.constant_line, warp, now)
                               : constant_cache_.read(cost.constant_line, now);
    if (cost.serial_rounds <= 1) return there;
    const Ticks length = ticks(cost.serial_rounds * time_.constant_address_cycles);
    return std::max(there, constants_.serve(now, length) + length);
}

Ticks MemoryPaths::matched(const AccessCost& cost, Ticks now) {
    const Ticks length = ticks(time_.match_cycles + cost.serial_rounds * time_.match_value);
    return matching_.serve(now, length) + length;
}

Ticks MemoryPaths::round(const AccessCost& cost, Ticks now) {
    // The first rounds read more than the last ones; the average is used, which is right over many atomics.
    const double read = double{1} * cost.passes / std::max<double>(cost.serial_rounds, 1);
    const Ticks length = ticks(std::max(read - 1, 0.0) + time_.shared_cas_round_cycles);
    return data_.serve(now, length) + length + ticks(time_.shared_cas_round_latency);
}

Ticks MemoryPaths::shared(const AccessCost& cost, Ticks now) {
    if (cost.is_cas_loop()) return now;
    double passes = cost.passes;
    double latency = time_.shared_latency;
    if (cost.kind == AccessKind::atomic) {
        const double serial_rounds = cost.lowering == AtomicLowering::popc_inc ? 1 : cost.serial_rounds;
        passes = std::max(passes, serial_rounds * time_.shared_atomic_lane_cycles);
        latency = time_.shared_atomic_latency;
    }
    const Ticks length = ticks(passes);
    return data_.serve(now, length) + length + ticks(latency);
}

Ticks MemoryPaths::global(const AccessCost& cost, std::uint32_t number, Ticks now) {
    const double full_lines = std::ceil(double{1} * cost.lanes * cost.bytes / line_bytes);
    const double lines = std::max<double>(cost.lines, full_lines);
    const Ticks length = ticks(std::max<double>(cost.passes, full_lines) / time_.l1_lines_per_cycle);
    const bool writes = cost.kind != AccessKind::load;
    QueueLimit& queue = writes ? writes_ : reads_;
    if (cost.l2_sectors != 0) now = queue.enter(cost.l2_sectors, now);
    const Ticks begin = data_.serve(now, length);
    const Ticks from_l1 = begin + length + ticks(time_.l1_latency);
    if (cost.l2_sectors == 0) return from_l1;
    Server& path = writes ? outgoing_ : incoming_;
    const double rate = writes ? time_.l2_write_sectors_per_cycle : time_.l2_read_sectors_per_cycle;
    const Ticks moved = ticks(cost.l2_sectors / rate);
    const Ticks sent = path.serve(begin, moved + atomic_delay(cost)) + moved;
    const bool far = comes_from_dram(number);
    const double late = latency_of_last(std::min<double>(lines, cost.l2_sectors));
    double latency =
        far ? time_.dram_latency + late * time_.dram_spread : time_.l2_latency + late * time_.l2_spread;
    if (cost.kind == AccessKind::atomic) latency += time_.global_atomic_latency - time_.l2_latency;
    const Ticks arrived = std::max(from_l1, sent + ticks(latency));
    queue.add(cost.l2_sectors, writes ? sent : arrived);
    return arrived;
}

// Atomics leave an SM in order: if lanes conflict on one address, later requests wait until L2 has served
// them.
Ticks MemoryPaths::atomic_delay(const AccessCost& cost) const {
    if (cost.kind != AccessKind::atomic || cost.lowering == AtomicLowering::warp_aggregated ||
        cost.serial_rounds <= 1)
        return 0;
    const double each = cost.lowering == AtomicLowering::float_add ? L2::float_change_ns : L2::change_ns;
    return ticks((cost.serial_rounds - 1) * each * time_.clock_ghz);
}

// Returns how much later than the fixed latency the last of @p lines lines arrives, in units of the mean delay
// (l2_spread, dram_spread). Delays are random and exponentially distributed; the sequence is the same in every run.
double MemoryPaths::latency_of_last(double lines) {
    random_state_ += 0x9e37'79b9'7f4a'7c15;
    std::uint64_t mixed = (random_state_ ^ random_state_ >> 30) * 0xbf58'476d'1ce4'e5b9;
    mixed = (mixed ^ mixed >> 27) * 0x94d0'49bb'1331'11eb;
    const double uniform = (static_cast<double>(mixed >> 40) + 0.5) / 0x1p24;
    return -std::log(1 - std::pow(uniform, 1 / std::max(lines, 1.0)));
}

// Returns true for dram_share of the calls, at equal distances (error diffusion).
bool MemoryPaths::comes_from_dram(std::uint32_t number) {
    debt_[number] += dram_share_[number];
    if (debt_[number] < 1) return false;
    debt_[number] -= 1;
    return true;
}

} // namespace simulator::timing
