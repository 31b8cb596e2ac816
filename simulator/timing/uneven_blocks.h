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
struct Stretched {
    double clocks = 0;  ///< that the GPU needs, from its first block to its last
    double stretch = 1; ///< what an SM has to do, on average, by what these blocks had to do
};

/// Whether their loops differ by more than a little.
bool blocks_differ(const TimedLaunch& launch);

/// What the followed blocks have to do on average, by what all blocks have.
double share_of_followed(const TimedLaunch& launch);

/// Whether the followed blocks have next to nothing to do beside those that do half of the work, so that their time says nothing
/// about these.
bool followed_are_idle(const TimedLaunch& launch);

/// Clocks of the GPU if each warp waited for each line that it loads before it asks for the next one: what can be said of blocks
/// that were not followed.
double clocks_without_overlap(const TimedLaunch& launch, const DeviceTime& time);

/// How long all blocks take where those in @p work took @p clocks on one SM.
Stretched stretched(const TimedLaunch& launch, const SmWork& work, double clocks, const DeviceTime& time);

} // namespace simulator::timing
