#pragma once

/// @file
/// What only the program can do, and the device wants done.

#include "protocol/channel.h"

namespace simulator::client {

/// Does what is wanted at a mailbox.
void serve(protocol::Mailbox& mailbox);

/// Writes out what the program has printed, since it comes first where its output and the device's go to one place.
void flush_output();

} // namespace simulator::client
