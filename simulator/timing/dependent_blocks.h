#pragma once

/// @file
/// Blocks that wait for what other blocks write. Each waits for the slowest one before it, so they all go in step: what one
/// generation of them does is not hidden behind another one.

#include "gpu/device_time.h"
#include "timing/launch_time.h"
#include "timing/timed_launch.h"

namespace simulator::timing {

/// How long the SMs and memory take together, which is busy for @p memory_ms, where they would take @p free_ms if no block
/// waited for another one. In step, to memory's time comes that in which no load is under way.
double lockstep_ms(const TimedLaunch& launch, const SmTime& sm, double memory_ms, double free_ms,
                   const DeviceTime& time);

/// How long what blocks hand on is on its way through all of them, beside what each block's own wait takes. 0 where it is
/// handed on by nobody.
double dependency_chain_ms(const TimedLaunch& launch, const SmTime& sm, const DeviceTime& time);

} // namespace simulator::timing
