#pragma once

/// @file
/// A launch without its traces, as JSON, from which its time on another GPU can be predicted. It has counts and
/// times of resources, but no instructions, addresses or names.

#include <string>

#include "gpu/device_time.h"
#include "report/launch_time.h"
#include "timing/launch_time.h"
#include "timing/scaled_sm.h"
#include "timing/timed_launch.h"

namespace simulator::timing {

/// A launch that was timed on one GPU.
struct RecordedLaunch {
    TimedLaunch launch; ///< without traces
    SmTime sm;          ///< on that GPU
};

/// Returns a copy of @p launch without its kernel, and without data of single blocks and instructions.
TimedLaunch without_traces(const TimedLaunch& launch);

/// Returns @p launch as a JSON object.
std::string to_json(const RecordedLaunch& launch);
/// Returns the launch that @p json describes. Throws std::invalid_argument.
RecordedLaunch recorded_launch(const std::string& json);

/// Returns the time on @p to of a launch that was timed on @p from. On @p to, its traffic between L2 and DRAM is
/// @p traffic.
LaunchTime time_on(const RecordedLaunch& launch, const L2::Traffic& traffic, const GpuSpeed& from,
                   const GpuSpeed& to);

} // namespace simulator::timing
