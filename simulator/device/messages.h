#pragma once

/// @file
/// What a program asks for beyond functions whose arguments their types tell.

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
