#pragma once

/// @file
/// The connection of one thread of the program to the device.

#include <cstdint>
#include <latch>
#include <span>

#include "protocol/calls.h"
#include "protocol/channel.h"
#include "protocol/wire.h"

namespace simulator::client {

/// A channel that a thread holds.
class ThreadChannel {
public:
    /// Takes a free channel. Waits for one if all of them are taken.
    explicit ThreadChannel(protocol::SharedChannels& shared);
    ThreadChannel(const ThreadChannel&) = delete;
    ThreadChannel& operator=(const ThreadChannel&) = delete;
    /// Releases the channel.
    ~ThreadChannel();

    /// Empties the writer for the arguments of the next call, and returns it.
    protocol::Writer& arguments() {
        arguments_.clear();
        return arguments_;
    }
    /// Sends a call without a reply. @p site: number of the call site, see sites.h.
    void send(protocol::CallId call, std::uint32_t site);
    /// Sends a call, serves the device's requests until the reply arrives, and returns the reply's status.
    /// The bytes of the reply stay valid until the next call.
    std::int32_t send_and_wait(protocol::CallId call, std::uint32_t site);
    /// Returns the bytes of the last reply, which follow its status.
    [[nodiscard]] std::span<const std::byte> answer() const;
    /// Sends a call and serves the device's requests forever. Counts @p sent down once the call is sent.
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

/// Returns the channel of this thread. Null in a process that was forked from one with a device.
ThreadChannel* current_thread_channel();

} // namespace simulator::client
