#pragma once

/// @file
/// Suggestions: the estimated gain if one property of a launch changed, by techniques that the course teaches.

#include <vector>

#include "counters/counters.h"
#include "gpu/device.h"
#include "gpu/device_time.h"
#include "report/launch_time.h"
#include "timing/launch_time.h"
#include "timing/timed_launch.h"

namespace simulator::timing {

/// A launch whose time is known, with the inputs for another estimate.
struct KnownLaunch {
    TimedLaunch launch;       ///< with its instruction trace
    const Counters& counters; ///< counters of all its blocks
    const Kernel& kernel;     ///< the kernel, for source lines
    SmTime sm;                ///< time of its SMs
    double ms;                ///< time of the launch in ms
};

/// Returns each suggestion that would gain time, the largest gain first. Each is estimated alone: the combined
/// gain of two requires another run after the first was applied.
std::vector<Suggestion> suggestions_of(KnownLaunch known, const Device& device, const DeviceTime& time);

} // namespace simulator::timing
