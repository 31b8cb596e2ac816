#pragma once

/// @file
/// Accesses of the host's to memory of the device.

namespace simulator::client {

/// Tells the device of them from now on. The program dies of them, as it would with a GPU, but for those that the device
/// only wants to hear of.
void install_access_handlers();

} // namespace simulator::client
