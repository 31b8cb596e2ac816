#pragma once

/// @file
/// Blocks of which some have more to do than others. Two things count: what the blocks of an SM have to do together, and how
/// long the longest way of a single warp is, which nobody can shorten.

#include <cstdint>
#include <span>

#include "gpu/device_time.h"
#include "timing/sm.h"
#include "timing/timed_launch.h"

namespace simulator::timing {

/// From the blocks that were gone through to all blocks.
struct Extrapolation {
    double cycles = 0;               ///< that the GPU needs, from its first block to its last
    double extrapolation_factor = 1; ///< what an SM has to do, on average, by what these blocks had to do
};

/// Whether their loops differ by more than a little.
bool blocks_differ(const TimedLaunch& launch);

/// What the followed blocks have to do on average, by what all blocks have.
double work_ratio_of_sampled(const TimedLaunch& launch);

/// Whether the followed blocks have next to nothing to do beside those that do half of the work, so that their time says nothing
/// about these.
bool sampled_are_idle(const TimedLaunch& launch);

/// Cycles of the GPU if each warp waited for each line that it loads before it asks for the next one: what can be said of blocks
/// that were not followed.
double cycles_without_overlap(const TimedLaunch& launch, const DeviceTime& time);

/// How long all blocks take where those in @p work took @p cycles on one SM.
Extrapolation extrapolate(const TimedLaunch& launch, const SmWork& work, double cycles,
                          const DeviceTime& time);

} // namespace simulator::timing
