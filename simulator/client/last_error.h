#pragma once

/// @file
/// The last error per thread, as cudaGetLastError() returns it.

#include <driver_types.h>

namespace simulator::client {

/// Records @p error as the thread's last error and returns it. Success and cudaErrorNotReady are not
/// recorded.
cudaError_t record_last_error(cudaError_t error);

} // namespace simulator::client
