#pragma once

/// @file
/// What would be gained if a launch were otherwise in one thing, as the course teaches it.

#include <vector>

#include "counters/counters.h"
#include "gpu/device.h"
#include "gpu/device_time.h"
#include "report/launch_time.h"
#include "timing/launch_time.h"
#include "timing/timed_launch.h"

namespace simulator::timing {

/// A launch of which the time is known, and what is needed to ask again.
struct KnownLaunch {
    TimedLaunch launch;       ///< with its steps
    const Counters& counters; ///< of all its blocks
    const Kernel& kernel;     ///< what was launched, for lines of its source
    SmTime sm;                ///< how long its SMs take
    double ms;                ///< how long it takes
};

/// Each remedy that would gain something, the one that gains most first. One thing at a time: what two of them gain
/// together has to be asked again when the first was applied.
std::vector<Remedy> remedies_of(KnownLaunch known, const Device& device, const DeviceTime& time);

} // namespace simulator::timing
