#pragma once

/// @file
/// The device process of this program.

#include <string_view>

#include "protocol/channel.h"

namespace simulator::client {

/// The memory that is shared with the device. Connects to a device when it is first called; ends the program where
/// there is none.
protocol::SharedChannels& ensure_connected();
/// Whether there is a device already.
bool is_connected();
/// Whether this process sees the device's among all processes. In a namespace of its own it does not.
bool can_see_device();
/// Whether this process was forked off from one that had a device, which it cannot use.
bool is_forked();

/// Prints a line about something that keeps the program from going on.
void print_error(std::string_view text);

} // namespace simulator::client
