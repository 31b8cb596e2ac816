#pragma once

/// @file
/// A call of the program, sent to the device, and its reply.

#include <driver_types.h>

#include "client/thread_channel.h"

namespace simulator::client {

/// A call with a reply.
class Request {
public:
    /// @p caller: return address of the call.
    Request(protocol::CallId call, const void* caller);

    /// Returns false in a process that was forked from one with a device: its calls are rejected.
    [[nodiscard]] bool is_possible() const { return channel_ != nullptr; }
    /// Returns the writer for the call's arguments.
    protocol::Writer& arguments() { return channel_->arguments(); }
    /// Sends the call, waits for the reply, and returns the reply's status: an error, or another value.
    std::int32_t send_and_wait() { return channel_->send_and_wait(call_, site_); }
    /// Returns the rest of the reply.
    [[nodiscard]] protocol::Reader answer() const { return protocol::Reader(channel_->answer()); }

private:
    protocol::CallId call_;
    ThreadChannel* channel_;
    std::uint32_t site_;
};

/// Records the result of a call: the last error, and whether accepted launches stay accepted. Returns the
/// error.
cudaError_t record_result(protocol::CallId call, std::int32_t status);

/// Returns the error of a call that is not possible, after recording it.
cudaError_t error_after_fork();

} // namespace simulator::client
