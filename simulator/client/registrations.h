#pragma once

/// @file
/// What the program's start-up code registers. It is kept until the program first needs a device.

#include "protocol/channel.h"

namespace simulator::client {

/// Tells a device, which has just come, what was registered before.
void send_registrations(protocol::SharedChannels& shared);

} // namespace simulator::client
