#pragma once

/// @file
/// A call of the program on its way to the device and back.

#include <driver_types.h>

#include "client/line.h"

namespace simulator::client {

/// A call that is answered.
class Request {
public:
    /// @p caller: where the call returns to.
    Request(protocol::CallId call, const void* caller);

    /// False in a process that was forked off from one with a device: its calls are refused.
    [[nodiscard]] bool possible() const { return line_ != nullptr; }
    /// For its arguments.
    protocol::Writer& arguments() { return line_->arguments(); }
    /// Waits for the answer, and gives the error that it begins with, or what else.
    std::int32_t ask() { return line_->ask(call_, site_); }
    /// What else there is in the answer.
    [[nodiscard]] protocol::Reader answer() const { return protocol::Reader(line_->answer()); }

private:
    protocol::CallId call_;
    Line* line_;
    std::uint32_t site_;
};

/// What a call returns in the end: remembers it, and what follows from it.
cudaError_t result_of(protocol::CallId call, std::int32_t status);

/// What a call returns that is not possible.
cudaError_t refused_after_fork();

} // namespace simulator::client
