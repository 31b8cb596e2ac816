#pragma once

/// @file
/// Kernel launches.

namespace simulator::client {

/// Invalidates the cache of accepted launches, after an event that may make the device reject one of them.
void forget_accepted_launches();

} // namespace simulator::client
