#pragma once

/// @file
/// Accesses that were remembered, as the report tells of them.

#include <vector>

#include "machine/launch.h"
#include "memory/device_memory.h"
#include "report/launch_log.h"

namespace simulator::runtime {

/// What @p accesses of a launch asked for. To be asked while the memory of the launch is still there.
std::vector<AccessRecord> access_records(const LaunchRequest& request,
                                         const std::vector<RecordedAccess>& accesses,
                                         const DeviceMemory& memory);

} // namespace simulator::runtime
