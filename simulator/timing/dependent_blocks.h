#pragma once

/// @file
/// Time of blocks that wait for other blocks. Each block waits for its slowest predecessor, so all blocks run
/// in lockstep: one generation of blocks does not hide the latency of another. A chain of waits is the
/// critical path.

#include "gpu/device_time.h"
#include "timing/launch_time.h"
#include "timing/timed_launch.h"

namespace simulator::timing {

/// Returns the time of SMs and memory together. Memory is busy for @p memory_ms, and they would take @p
/// free_ms if no block waited for another. In lockstep, the time in which no load is in flight adds to the
/// time of the memory.
double lockstep_ms(const TimedLaunch& launch, const SmTime& sm, double memory_ms, double free_ms,
                   const DeviceTime& time);

/// Returns the time that a value needs along the longest chain of blocks, in addition to the waits within the
/// SMs. 0 if blocks pass on no value.
double dependency_chain_ms(const TimedLaunch& launch, const SmTime& sm, const DeviceTime& time);

} // namespace simulator::timing
