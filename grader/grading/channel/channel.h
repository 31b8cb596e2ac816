#pragma once

/// @file
/// The private channel between the grader and a runner: length-prefixed JSON documents, encoded as CBOR, and
/// raw bytes.
///
/// Output that a student prints never travels here, and data that travels here is never shown unescaped. Both
/// ends use this class; the grader treats every byte that a runner sends as untrusted.

#include <chrono>
#include <stdexcept>

namespace grader {

struct Packet;

/// The other end has closed the channel.
class ChannelClosed : public std::runtime_error {
public:
    ChannelClosed() : std::runtime_error("the channel was closed") {}
};

/// The other end did not answer in time.
class ChannelTimeout : public std::runtime_error {
public:
    ChannelTimeout() : std::runtime_error("no answer in time") {}
};

/// The received bytes are not a message.
class ChannelGarbage : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// One end of a connected stream socket. Owns the descriptor; move-only, because two owners would close it
/// twice.
class Channel {
public:
    /// A steady clock, so that setting the machine's time moves no deadline.
    using Clock = std::chrono::steady_clock;

    /// Limit on the bytes of a document; a longer one is rejected. A log with the maximum number of launch
    /// shapes has some 3 MB.
    static constexpr std::size_t max_document_bytes = std::size_t{1} << 23;
    /// Limit on the raw bytes of a message; more are rejected.
    static constexpr std::size_t max_payload_bytes = std::size_t{1} << 30;

    /// Takes ownership of @p descriptor.
    explicit Channel(int descriptor) : descriptor_(descriptor) {}
    /// Takes the descriptor of @p other, which can only be destroyed afterwards.
    Channel(Channel&& other) noexcept : descriptor_(other.descriptor_) { other.descriptor_ = -1; }
    Channel& operator=(Channel&&) = delete;
    Channel(const Channel&) = delete;
    Channel& operator=(const Channel&) = delete;
    ~Channel();

    /// Sends @p message whole, or throws: ChannelClosed, or ChannelTimeout if the other end stops reading.
    void send(const Packet& message, Clock::time_point deadline = Clock::time_point::max());

    /// Returns the next message. A message with more than @p expected raw bytes is rejected before memory is
    /// allocated for them. Throws ChannelClosed, ChannelTimeout or ChannelGarbage.
    Packet receive(Clock::time_point deadline = Clock::time_point::max(),
                   std::size_t expected = max_payload_bytes);

private:
    void wait(short events, Clock::time_point deadline) const;
    void read_exactly(void* data, std::size_t size, Clock::time_point deadline) const;
    void write_exactly(const void* data, std::size_t size, Clock::time_point deadline) const;

    int descriptor_;
};

} // namespace grader
