#pragma once

/// @file
/// Detection of host accesses to device memory.

namespace simulator::client {

/// Installs signal handlers that report such accesses to the device. The access ends the program, as with a
/// GPU, unless only the check of the order of work needs it and lets the program continue.
void install_access_handlers();

} // namespace simulator::client
