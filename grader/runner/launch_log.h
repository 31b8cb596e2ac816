#pragma once

/// @file
/// Which kernels a solution launched, in which shape: what a report and the gates on block shapes speak
/// about.

#include <nlohmann/json.hpp>

namespace runner {

/// Starts recording, with an empty log.
void start_launch_log();

/// Stops recording.
void stop_launch_log();

/// One entry for each distinct (kernel, grid, block, shared memory) that was recorded, with its number of
/// launches: [{kernel, grid, block, registers, local_bytes, shared_bytes, occupancy, count}], in the order of the first
/// launch.
nlohmann::json launch_log();

} // namespace runner
