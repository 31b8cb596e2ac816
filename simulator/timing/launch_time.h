#pragma once

/// @file
/// The time of a launch: that of its SMs, and that of the memory beyond them.

#include <span>

#include "gpu/device_time.h"
#include "report/launch_time.h"
#include "timing/loaded_memory.h"
#include "timing/sm.h"
#include "timing/timed_launch.h"

namespace simulator::timing {

/// Time of an SM whose blocks wait in rounds, while all SMs access memory at the same time.
struct LockstepTime {
    double cycles = 0;        ///< cycles of the SM, without the waits
    double handoffs = 0;      ///< waits of one block that are followed by a write for other blocks
    double critical_path = 0; ///< cycles of one block from such a wait to its write, summed over all of them
};

/// Lower bounds of the time of blocks that differ, in cycles.
struct BlockImbalance {
    double longest = 0; ///< the longest block
    double mean = 0;    ///< the work of all blocks, distributed equally
};

/// Time of the SMs, if memory bandwidth were unlimited.
struct SmTime {
    double cycles = 0;               ///< cycles of the busiest SM
    double extrapolation_factor = 1; ///< work of all its blocks over work of the replayed ones
    double generations = 1;          ///< generations of blocks, one after the other
    SmRun run = {};                  ///< replay of the sampled blocks
    /// Cycles for each of the slowdowns of memory, relative to none.
    TimesBySlowdown relative_times = {1, 1, 1};
    LockstepTime lockstep;    ///< if blocks wait in several rounds
    BlockImbalance imbalance; ///< if blocks differ
};

/// Returns the SM time of a launch with an instruction trace. @p changes modify instructions, by index;
/// empty: none.
SmTime time_of_sm(const TimedLaunch& launch, const DeviceTime& time, std::span<const OpChange> changes = {});

/// Returns LaunchTime::scales.
bool scales_with_sms(const TimedLaunch& launch, const SmTime& sm);

/// Returns the time of a launch on a GPU with the rates and latencies of @p time.
LaunchTime time_of(const TimedLaunch& launch, const SmTime& sm, const DeviceTime& time);

} // namespace simulator::timing
