#pragma once

/// @file
/// The last error of each thread.

#include <driver_types.h>

namespace simulator::client {

/// Makes @p error the thread's last one, unless it is none or says that something is not ready, and returns it.
cudaError_t record_last_error(cudaError_t error);

} // namespace simulator::client
