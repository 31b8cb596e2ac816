#include "timing/dependent_blocks.h"

#include <algorithm>

namespace simulator::timing {
namespace {

double ms_of(double cycles, const DeviceTime& time) { return cycles / time.clock_ghz * 1e-6; }

} // namespace

double lockstep_ms(const TimedLaunch& launch, const SmTime& sm, double memory_ms, double free_ms,
                   const DeviceTime& time) {
    if (launch.waits.blocks == 0 || sm.run.cycles == 0) return free_ms;
    const double idle = 1 - std::min(sm.run.in_flight / sm.run.cycles, 1.0);
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
    const double hop = time.l2_latency + time.l2_spread + sm.run.handoff_latency;
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
