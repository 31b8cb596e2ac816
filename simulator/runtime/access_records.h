#pragma once

/// @file
/// Recorded memory accesses, in the form of the report.

#include <vector>

#include "machine/launch.h"
#include "memory/device_memory.h"
#include "report/launch_log.h"

namespace simulator::runtime {

/// Returns a record per access of @p accesses. Must be called before the memory of the launch is freed.
std::vector<AccessRecord> access_records(const LaunchRequest& request,
                                         const std::vector<RecordedAccess>& accesses,
                                         const DeviceMemory& memory);

} // namespace simulator::runtime
