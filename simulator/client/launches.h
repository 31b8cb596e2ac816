#pragma once

/// @file
/// Launches.

namespace simulator::client {

/// Something has happened after which a launch may be refused that was accepted before.
void forget_accepted_launches();

} // namespace simulator::client
