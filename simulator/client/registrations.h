#pragma once

/// @file
/// Registrations by the program's start-up code, kept until the program first needs a device.

#include "protocol/channel.h"

namespace simulator::client {

/// Sends all earlier registrations to a device that has just been connected.
void send_registrations(protocol::SharedChannels& shared);

} // namespace simulator::client
