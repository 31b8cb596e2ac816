#pragma once

/// @file
/// Blocks with unequal work. Two quantities count: the total work of an SM's blocks, and the longest path of
/// a single warp, which no parallelism shortens.

#include <cstdint>
#include <span>

#include "gpu/device_time.h"
#include "timing/launch_time.h"
#include "timing/sm.h"
#include "timing/timed_launch.h"

namespace simulator::timing {

/// Extrapolation from the replayed blocks to all blocks.
struct Extrapolation {
    double cycles = 0;               ///< cycles of the GPU, from its first block to its last
    BlockImbalance imbalance;        ///< the two bounds of `cycles`
    double extrapolation_factor = 1; ///< average work per SM over the work of the replayed blocks
};

/// Returns whether the blocks' loops differ in length by more than a little.
bool blocks_differ(const TimedLaunch& launch);

/// Returns the average work of a sampled block over that of all blocks.
double work_ratio_of_sampled(const TimedLaunch& launch);

/// Returns whether the sampled blocks have almost no work compared with the blocks that do half of the work,
/// so that their time does not represent those.
bool sampled_are_idle(const TimedLaunch& launch);

/// Returns the cycles of the GPU if each warp waited for each line before it requested the next one. It
/// bounds the time of blocks that were not sampled.
double cycles_without_overlap(const TimedLaunch& launch, const DeviceTime& time);

/// Returns the time of all blocks if those in @p work took @p cycles on one SM.
Extrapolation extrapolate(const TimedLaunch& launch, const SmWork& work, double cycles,
                          const DeviceTime& time);

} // namespace simulator::timing
