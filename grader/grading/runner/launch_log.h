#pragma once

/// @file
/// A log of the kernels that a solution launches and of their launch shapes, for reports and for the gates on
/// block shapes. Launches that bypass the CUDA runtime are not observed: those through the driver API, and
/// those by kernels.

#include <cstddef>
#include <string>

#include <nlohmann/json.hpp>

#include "grading/runner/shapes.h"

namespace runner {

/// Returns the mangled name of @p kernel, as a launch passes it; "?" if the runtime does not know it.
std::string symbol_of(const void* kernel);

/// Starts logging, with an empty log.
void start_launch_log();

/// Stops logging.
void stop_launch_log();

/// Logs that a kernel which starts now is launched @p launches times. Has no effect unless logging was
/// started.
void log_launch(const Shape& shape, std::size_t launches = 1);

/// Logs that a graph which starts now has @p nodes nodes whose contents cannot be read.
void log_unread_nodes(std::size_t nodes);

/// Returns the log as the response to `launches` in grading/channel/protocol.h: one entry per shape, with its
/// number of launches: {kernel, symbol, grid, block, registers, local_bytes, shared_bytes, occupancy, count}.
nlohmann::json launch_log();

} // namespace runner
