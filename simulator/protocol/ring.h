#pragma once

/// @file
/// A stream of bytes from one process to another, in memory that both share.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>

namespace simulator::protocol {

/// The other side is gone, or does what nobody does who follows the protocol.
class ChannelError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The shared part. All zeros is an empty ring.
struct Ring {
    static constexpr std::size_t capacity = std::size_t{1} << 16; ///< bytes on their way at most

    alignas(64) std::atomic<std::uint64_t> written;    ///< bytes since the beginning
    std::atomic<std::uint32_t> data_bell;              ///< rung for a reader that sleeps
    std::atomic<std::uint32_t> reader_sleeps;          ///< 1: ring
    alignas(64) std::atomic<std::uint64_t> consumed;   ///< bytes since the beginning
    std::atomic<std::uint32_t> space_bell;             ///< rung for a writer that sleeps
    std::atomic<std::uint32_t> writer_sleeps;          ///< 1: ring
    alignas(64) std::array<std::byte, capacity> bytes; ///< on their way

    /// As it began, when nobody uses it.
    void reset() {
        written = consumed = 0;
        reader_sleeps = writer_sleeps = 0;
    }
};

/// Whether the other side is still there; asked now and then by who waits for it.
using LivenessCheck = std::function<bool()>;

/// The side that writes. One thread at a time.
class RingWriter {
public:
    /// Both have to outlive it.
    RingWriter(Ring& ring, const LivenessCheck& reader) : ring_(ring), reader_(reader) {}
    /// Writes all of it, waiting for room where there is none. Throws ChannelError when the reader is gone.
    void write(std::span<const std::byte> data);
    /// Lets the reader know. What was written before need not be seen until then.
    void ring_bell();

private:
    std::size_t wait_for_space();

    Ring& ring_;
    const LivenessCheck& reader_;
};

/// The side that reads, which believes nothing of what the shared part says.
class RingReader {
public:
    /// Both have to outlive it.
    RingReader(Ring& ring, const LivenessCheck& writer) : ring_(ring), writer_(writer) {}
    /// Fills @p data, waiting for what has not come. False when the writer is gone and nothing more will come.
    /// Throws ChannelError when the shared part makes no sense.
    bool read(std::span<std::byte> data);

private:
    std::size_t wait_for_data();

    Ring& ring_;
    const LivenessCheck& writer_;
    std::uint64_t consumed_ = 0; ///< the shared number is the writer's to spoil
};

} // namespace simulator::protocol
