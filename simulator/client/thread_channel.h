#pragma once

/// @file
/// What one thread of the program says to the device.

#include <cstdint>
#include <latch>
#include <span>

#include "protocol/calls.h"
#include "protocol/channel.h"
#include "protocol/wire.h"

namespace simulator::client {

/// A channel in the hands of a thread.
class ThreadChannel {
public:
    /// Takes a channel. Waits for one where as many threads as there are channels have one already.
    explicit ThreadChannel(protocol::SharedChannels& shared);
    ThreadChannel(const ThreadChannel&) = delete;
    ThreadChannel& operator=(const ThreadChannel&) = delete;
    /// Gives it back.
    ~ThreadChannel();

    /// For the arguments of the next call.
    protocol::Writer& arguments() {
        arguments_.clear();
        return arguments_;
    }
    /// Sends a call that is not answered. @p site: where it stands, see Sites.
    void send(protocol::CallId call, std::uint32_t site);
    /// Sends a call and waits for its answer, whose bytes stay until the next call. Does meanwhile what the device
    /// wants. Gives what the answer begins with.
    std::int32_t send_and_wait(protocol::CallId call, std::uint32_t site);
    /// What else there is in the answer.
    [[nodiscard]] std::span<const std::byte> answer() const;
    /// Asks, and does what the device wants for ever. @p sent: is told when the call is on its way.
    [[noreturn]] void serve_forever(protocol::CallId call, std::latch& sent);

private:
    void send(protocol::CallId call, std::uint32_t site, std::uint16_t flags);
    void wait();
    void serve_until_reply();

    protocol::SharedChannels& shared_;
    protocol::Channel& channel_;
    protocol::LivenessCheck device_;
    protocol::RingWriter calls_;
    protocol::Writer arguments_;
};

/// The one of this thread. Null in a process that was forked off from one that has a device.
ThreadChannel* current_thread_channel();

} // namespace simulator::client
