#pragma once

/// @file
/// Answering the calls of one thread of a program.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "device/client.h"
#include "program/program.h"
#include "protocol/channel.h"
#include "protocol/wire.h"

namespace simulator::device {

/// What a call gives.
struct Answer {
    std::int32_t status = 0;   ///< what it returns
    protocol::Writer out = {}; ///< what else it gives
};

/// Answers a call that @p program waits for; null: nobody does. Throws protocol::ChannelError where there is no such
/// call, or its @p body is too short.
Answer answer_call(Client& client, const protocol::CallHeader& header, std::span<const std::byte> body,
                   runtime::Program* program);

/// Answers calls until the thread or the program ends. Throws protocol::ChannelError at what makes no sense.
void serve_calls(Client& client, protocol::Channel& channel, const std::atomic<bool>& ended);

} // namespace simulator::device
