#pragma once

/// @file
/// Serves requests of the device that only the program can fulfil.

#include "protocol/channel.h"

namespace simulator::client {

/// Serves the request in a mailbox.
void serve(protocol::Mailbox& mailbox);

/// Flushes the program's standard output, because it must precede the device's output if both go to one file.
void flush_output();

} // namespace simulator::client
