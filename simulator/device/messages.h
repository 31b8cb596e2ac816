#pragma once

/// @file
/// Handlers of calls that are marshalled by hand.

#include <cstdint>

#include "device/client.h"
#include "protocol/wire.h"

namespace simulator::device::messages {

/// @cond
#define CALL(name)
#define PLAIN(name)
#define MESSAGE(name) std::int32_t name(Client& client, protocol::Reader& in, protocol::Writer& out);
/// @endcond
#include "protocol/calls.def"

} // namespace simulator::device::messages
