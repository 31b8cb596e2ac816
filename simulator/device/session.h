#pragma once

/// @file
/// A session: serves the calls of one thread of a program.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "device/client.h"
#include "program/program.h"
#include "protocol/channel.h"
#include "protocol/wire.h"

namespace simulator::device {

/// Reply to a call.
struct Answer {
    std::int32_t status = 0;   ///< value that the call returns
    protocol::Writer out = {}; ///< other results
};

/// Executes a call. @p program waits for the reply; null if no thread waits. Throws protocol::ChannelError if
/// the call does not exist or its @p body is too short.
Answer answer_call(Client& client, const protocol::CallHeader& header, std::span<const std::byte> body,
                   runtime::Program* program);

/// Serves calls until the thread or the program ends. Throws protocol::ChannelError if a call is invalid.
void serve_calls(Client& client, protocol::Channel& channel, const std::atomic<bool>& ended);

} // namespace simulator::device
