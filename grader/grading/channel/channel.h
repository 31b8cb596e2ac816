#pragma once

/// @file
/// The private line between the grader and a runner: JSON documents as CBOR and bytes as they are, behind their
/// lengths.
///
/// What a student prints never travels here, and what travels here is never shown unescaped. Both ends use
/// this class; the grader treats every byte that a runner sends as untrusted.

#include <chrono>
#include <stdexcept>

namespace grader {

struct Packet;

/// The other side hung up.
class ChannelClosed : public std::runtime_error {
public:
    ChannelClosed() : std::runtime_error("the channel was closed") {}
};

/// The other side did not answer in time.
class ChannelTimeout : public std::runtime_error {
public:
    ChannelTimeout() : std::runtime_error("no answer in time") {}
};

/// What came is not a message.
class ChannelGarbage : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// One end of a connected stream socket. Owns the descriptor; move-only, because two owners would close it
/// twice.
class Channel {
public:
    /// Steady, so that setting the machine's clock moves no deadline.
    using Clock = std::chrono::steady_clock;

    /// A document longer than this is garbage. A log of as many launches as there is room for has some 3 MB.
    static constexpr std::size_t max_document_bytes = std::size_t{1} << 23;
    /// And so are more bytes beside it.
    static constexpr std::size_t max_payload_bytes = std::size_t{1} << 30;

    /// Takes over @p descriptor, which it closes in the end.
    explicit Channel(int descriptor) : descriptor_(descriptor) {}
    /// Leaves @p other without a descriptor; it can only be destroyed then.
    Channel(Channel&& other) noexcept : descriptor_(other.descriptor_) { other.descriptor_ = -1; }
    Channel& operator=(Channel&&) = delete;
    Channel(const Channel&) = delete;
    Channel& operator=(const Channel&) = delete;
    ~Channel();

    /// Sends @p message whole, or throws: ChannelClosed, or ChannelTimeout when the other side stops reading.
    void send(const Packet& message, Clock::time_point deadline = Clock::time_point::max());

    /// The next message; one with more than @p expected bytes is garbage, before there is memory for them. Throws
    /// ChannelClosed, ChannelTimeout or ChannelGarbage.
    Packet receive(Clock::time_point deadline = Clock::time_point::max(),
                   std::size_t expected = max_payload_bytes);

private:
    void wait(short events, Clock::time_point deadline) const;
    void read_exactly(void* data, std::size_t size, Clock::time_point deadline) const;
    void write_exactly(const void* data, std::size_t size, Clock::time_point deadline) const;

    int descriptor_;
};

} // namespace grader
