#include "timing/in_step.h"

#include <algorithm>

namespace simulator::timing {
namespace {

double ms_of(double clocks, const DeviceTime& time) { return clocks / time.clock_ghz * 1e-6; }

} // namespace

double in_step_ms(const TimedLaunch& launch, const SmTime& sm, double memory_ms, double free_ms,
                  const DeviceTime& time) {
    if (launch.waits.blocks == 0 || sm.run.clocks == 0) return free_ms;
    const double idle = 1 - std::min(sm.run.under_way / sm.run.clocks, 1.0);
    const double in_step = memory_ms + ms_of(sm.clocks * idle, time);
    const double share = static_cast<double>(launch.waits.blocks) / static_cast<double>(launch.blocks);
    return free_ms + share * std::max(in_step - free_ms, 0.0);
}

double chain_ms(const TimedLaunch& launch, const SmTime& sm, const DeviceTime& time) {
    const BlockWaits& waits = launch.waits;
    // All blocks of the GPU come to a grid barrier, so a part of it has as many of them.
    const double barriers = static_cast<double>(waits.grid_barriers) * time.grid_barrier_us * 1e-3;
    // One behind the other are then only the waits of single blocks.
    if (waits.longest_chain <= waits.rounds) return barriers;
    const double hop = time.l2_latency + time.l2_spread + sm.run.handing_on;
    // Who can do with the first of two words looks at one word after the other until it meets a second one. A look passes
    // over as many blocks as it has words. Those that it meets then have passed over as many in the same time.
    const double passed = waits.written_twice ? 2.0 * waits.words : 1;
    // A part of a GPU has a part of the blocks, and so of the chain through them.
    const double hops = static_cast<double>(waits.longest_chain) * time.parts / passed;
    // Blocks that follow each other in one place of an SM have waited there: that is in the time of the SM.
    const double own = static_cast<double>(waits.rounds) * sm.generations;
    return barriers + ms_of(std::max(hops - own, 0.0) * hop, time);
}

} // namespace simulator::timing
