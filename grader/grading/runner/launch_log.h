#pragma once

/// @file
/// Which kernels a solution launched, in which shape: what a report and the gates on block shapes speak
/// about. What is launched otherwise than through the CUDA runtime is not seen: through the driver's own
/// functions, or by kernels.

#include <cstddef>
#include <string>

#include <nlohmann/json.hpp>

#include "grading/runner/shapes.h"

namespace runner {

/// The mangled name of @p kernel, as a launch names it; "?" where the runtime does not know it.
std::string symbol_of(const void* kernel);

/// Starts recording, with an empty log.
void start_launch_log();

/// Stops recording.
void stop_launch_log();

/// A kernel that starts now is launched @p launches times. Only logged while the log records.
void log_launch(const Shape& shape, std::size_t launches = 1);

/// A graph that starts now has so many nodes that nobody can look into.
void log_unread_nodes(std::size_t nodes);

/// The log, as grading/channel/protocol.h describes the answer to `launches`: one entry for each shape, with its number of
/// launches: {kernel, symbol, grid, block, registers, local_bytes, shared_bytes, occupancy, count}.
nlohmann::json launch_log();

} // namespace runner
