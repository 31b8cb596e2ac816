#pragma once

/// @file
/// A call of the program on its way to the device and back.

#include <driver_types.h>

#include "client/thread_channel.h"

namespace simulator::client {

/// A call that is answered.
class Request {
public:
    /// @p caller: where the call returns to.
    Request(protocol::CallId call, const void* caller);

    /// False in a process that was forked off from one with a device: its calls are refused.
    [[nodiscard]] bool is_possible() const { return channel_ != nullptr; }
    /// For its arguments.
    protocol::Writer& arguments() { return channel_->arguments(); }
    /// Waits for the answer, and gives the error that it begins with, or what else.
    std::int32_t send_and_wait() { return channel_->send_and_wait(call_, site_); }
    /// What else there is in the answer.
    [[nodiscard]] protocol::Reader answer() const { return protocol::Reader(channel_->answer()); }

private:
    protocol::CallId call_;
    ThreadChannel* channel_;
    std::uint32_t site_;
};

/// What a call returns in the end: remembers it, and what follows from it.
cudaError_t record_result(protocol::CallId call, std::int32_t status);

/// What a call returns that is not possible.
cudaError_t error_after_fork();

} // namespace simulator::client
