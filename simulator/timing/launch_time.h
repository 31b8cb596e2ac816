#pragma once

/// @file
/// How long a launch takes: the time of its SMs, and that of the memory behind them.

#include <span>

#include "gpu/device_time.h"
#include "report/launch_time.h"
#include "timing/loaded_memory.h"
#include "timing/sm.h"
#include "timing/timed_launch.h"

namespace simulator::timing {

/// How long the SMs have to do, whatever the memory behind them brings.
struct SmTime {
    double cycles = 0;               ///< of the SM that has most to do
    double extrapolation_factor = 1; ///< from the blocks that were gone through to all of its blocks
    double generations = 1;          ///< of blocks, one after the other
    SmRun run = {};                  ///< how these went
    /// How many times as many cycles, where memory answers later: by slowdowns.
    TimesBySlowdown relative_times = {1, 1, 1};
};

/// The same for a launch of which steps are known; with @p changes, by instruction, where it is otherwise than it was.
SmTime time_of_sm(const TimedLaunch& launch, const DeviceTime& time, std::span<const OpChange> changes = {});

/// The time of a launch on a GPU with the numbers @p time.
LaunchTime time_of(const TimedLaunch& launch, const SmTime& sm, const DeviceTime& time);

} // namespace simulator::timing
