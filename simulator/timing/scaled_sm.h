#pragma once

/// @file
/// The time of a launch on a GPU that cannot be modelled, from its time on one that is similar: the SM time is
/// scaled by the ratio of the two GPUs' rates and latencies, and time_of() combines it with the memory's time.

#include <cstdint>

#include "gpu/device_time.h"
#include "timing/launch_time.h"
#include "timing/timed_launch.h"

namespace simulator::timing {

/// Speed of a GPU.
struct GpuSpeed {
    std::uint32_t multiprocessors = 1; ///< SMs of the whole GPU
    DeviceTime time;                   ///< rates and latencies, of the same part of both GPUs
};

/// Returns the SM time on @p to of a launch that has the SM time @p sm on @p from. The launch is @p before on the
/// one and @p after on the other; they differ at most in their demand of memory.
SmTime scaled_sm(const SmTime& sm, const TimedLaunch& before, const TimedLaunch& after, const GpuSpeed& from,
                 const GpuSpeed& to);

} // namespace simulator::timing
