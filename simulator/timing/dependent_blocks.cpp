#include "timing/dependent_blocks.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace simulator::timing {
namespace {

double ms_of(double cycles, const DeviceTime& time) { return cycles / time.clock_ghz * 1e-6; }

// Returns the sectors per cycle of one SM if all SMs together transfer @p sectors sectors in @p ns.
double share_of_sm(double sectors, double ns, const TimedLaunch& launch, const DeviceTime& time) {
    return sectors / launch.multiprocessors / (ns * time.clock_ghz);
}

// Returns the expected maximum of @p count numbers with the standard normal distribution (first terms of its
// asymptotic expansion).
double expected_maximum(double count) {
    if (count < 2) return 0;
    const double first = std::sqrt(2 * std::log(count));
    return first - (std::log(std::log(count)) + std::log(4 * std::numbers::pi)) / (2 * first);
}

} // namespace

bool waits_in_rounds(const TimedLaunch& launch) {
    return launch.waits.rounds > 1 && !launch.waits.written_twice;
}

DeviceTime with_shared_bandwidth(const TimedLaunch& launch, DeviceTime time) {
    const MemoryDemand& demand = launch.demand;
    const double read_ns = std::max(demand.read_sectors * sector_bytes / time.l2_gb_s,
                                    static_cast<double>(demand.traffic.read) / time.dram_read_gb_s);
    const double write_ns = std::max(demand.written_sectors * sector_bytes / time.l2_write_gb_s,
                                     static_cast<double>(demand.traffic.written) / time.dram_write_gb_s);
    // Fills of partial writes and atomics also cause traffic of DRAM. Without sectors of loads or stores, the share
    // would be 0, and an access by that path would take forever.
    if (demand.read_sectors > 0)
        time.l2_read_sectors_per_cycle =
            std::min(time.l2_read_sectors_per_cycle, share_of_sm(demand.read_sectors, read_ns, launch, time));
    if (demand.written_sectors > 0)
        time.l2_write_sectors_per_cycle =
            std::min(time.l2_write_sectors_per_cycle,
                     share_of_sm(demand.written_sectors, write_ns, launch, time));
    return time;
}

double rounds_ms(const TimedLaunch& launch, const SmTime& sm, const DeviceTime& time) {
    const double blocks = std::min(static_cast<double>(launch.blocks),
                                   static_cast<double>(launch.multiprocessors) * launch.resident) *
                          time.parts;
    const double slowest = 1 + time.block_spread * expected_maximum(blocks);
    // A value reaches all blocks as the end of a grid barrier does.
    const double handoffs = sm.lockstep.handoffs * time.grid_barrier_us * 1e-3;
    return std::max(ms_of(sm.lockstep.cycles, time),
                    ms_of(sm.lockstep.critical_path, time) * slowest + handoffs);
}

double lockstep_ms(const TimedLaunch& launch, const SmTime& sm, double memory_ms, double free_ms,
                   const DeviceTime& time) {
    if (launch.waits.blocks == 0 || sm.run.cycles == 0) return free_ms;
    if (waits_in_rounds(launch)) return std::max(free_ms, rounds_ms(launch, sm, time));
    const double idle = 1 - std::min(sm.run.handoffs.in_flight / sm.run.cycles, 1.0);
    const double lockstep = memory_ms + ms_of(sm.cycles * idle, time);
    const double share = static_cast<double>(launch.waits.blocks) / static_cast<double>(launch.blocks);
    return free_ms + share * std::max(lockstep - free_ms, 0.0);
}

double dependency_chain_ms(const TimedLaunch& launch, const SmTime& sm, const DeviceTime& time) {
    const BlockWaits& waits = launch.waits;
    // All blocks of the GPU arrive at a grid barrier, so a part of the GPU has as many barriers as the whole.
    const double barriers = static_cast<double>(waits.grid_barriers) * time.grid_barrier_us * 1e-3;
    // Then no value passes from block to block: only the waits of single blocks follow each other.
    if (waits.longest_chain <= waits.rounds) return barriers;
    const double hop = time.l2_latency + time.l2_spread + sm.run.handoffs.latency;
    // With decoupled look-back, a block sums partial tile states backwards until it reaches an inclusive
    // prefix. One poll covers as many predecessors as it reads words. Those predecessors have covered as many
    // again in the same time.
    const double blocks_per_hop = waits.written_twice ? 2.0 * waits.words : 1;
    // A part of a GPU has a part of the blocks, and so of the chain.
    const double hops = static_cast<double>(waits.longest_chain) * time.parts / blocks_per_hop;
    // Blocks that follow each other in one slot of an SM have waited there, and the SM's time contains these
    // waits.
    const double waits_within_sm = static_cast<double>(waits.rounds) * sm.generations;
    return barriers + ms_of(std::max(hops - waits_within_sm, 0.0) * hop, time);
}

} // namespace simulator::timing
