#pragma once

/// @file
/// Accesses of the host's to memory of the device.

namespace simulator::client {

/// Tells the device of them from now on. The program dies of them, as it would with a GPU.
void watch_host_accesses();

} // namespace simulator::client
