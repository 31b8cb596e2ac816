#pragma once

/// @file
/// Time of blocks that wait for other blocks. Each block waits for its slowest predecessor, so all blocks run
/// in lockstep: one generation of blocks does not hide the latency of another. A chain of waits is the
/// critical path.
///
/// Two kinds of launches are modelled differently. In a launch with many blocks, each block waits once:
/// lockstep_ms() applies. In a launch of persistent blocks, each block waits in every round for the slowest
/// block of the round before: rounds_ms() applies. The time of dependency_chain_ms() is added in both.

#include "gpu/device_time.h"
#include "timing/launch_time.h"
#include "timing/timed_launch.h"

namespace simulator::timing {

/// Returns the time of SMs and memory together. Memory is busy for @p memory_ms, and they would take @p
/// free_ms if no block waited for another. In lockstep, the time in which no load is in flight adds to the
/// time of the memory.
double lockstep_ms(const TimedLaunch& launch, const SmTime& sm, double memory_ms, double free_ms,
                   const DeviceTime& time);

/// Returns whether each block waits in several rounds for what all blocks have published.
bool waits_in_rounds(const TimedLaunch& launch);

/// Returns a GPU on which each SM has its share of the memory bandwidth. That is the bandwidth while all SMs
/// load at the same time, or all of them store, as they do in lockstep.
DeviceTime with_shared_bandwidth(const TimedLaunch& launch, DeviceTime time);

/// Returns the time of a launch that waits_in_rounds(): the SM time in lockstep, or the critical path, whichever
/// is longer. The path of a round is from a block's wait to its next write for others, in the slowest block of
/// all, and then to the block that waits for it.
double rounds_ms(const TimedLaunch& launch, const SmTime& sm, const DeviceTime& time);

/// Returns the time that a value needs along the longest chain of blocks, in addition to the waits within the
/// SMs. 0 if blocks pass on no value.
double dependency_chain_ms(const TimedLaunch& launch, const SmTime& sm, const DeviceTime& time);

} // namespace simulator::timing
