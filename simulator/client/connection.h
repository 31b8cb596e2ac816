#pragma once

/// @file
/// The connection of this program to its device process.

#include <string_view>

#include "protocol/channel.h"

namespace simulator::client {

/// Returns the memory that is shared with the device. The first call connects to a device, or ends the
/// program if there is none.
protocol::SharedChannels& ensure_connected();
/// Returns whether a device is connected.
bool is_connected();
/// Returns whether this process can see the device's process ID. In another PID namespace it cannot.
bool can_see_device();
/// Returns whether this process was forked from one that had a device. It cannot use that device.
bool is_forked();

/// Prints an error message to standard error, after the program's own output.
void print_error(std::string_view text);

} // namespace simulator::client
