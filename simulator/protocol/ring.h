#pragma once

/// @file
/// A ring buffer that carries a stream of bytes from one process to another in shared memory.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>

namespace simulator::protocol {

/// Thrown if the other process has ended or violates the protocol.
class ChannelError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The ring buffer in shared memory. It is empty if all bytes are zero.
struct Ring {
    static constexpr std::size_t capacity = std::size_t{1} << 16; ///< maximum number of bytes in flight

    alignas(64) std::atomic<std::uint64_t> written;    ///< bytes written since the start
    std::atomic<std::uint32_t> data_bell;              ///< futex word that wakes a sleeping reader
    std::atomic<std::uint32_t> reader_sleeps;          ///< 1 if the reader sleeps and must be woken
    alignas(64) std::atomic<std::uint64_t> consumed;   ///< bytes read since the start
    std::atomic<std::uint32_t> space_bell;             ///< futex word that wakes a sleeping writer
    std::atomic<std::uint32_t> writer_sleeps;          ///< 1 if the writer sleeps and must be woken
    alignas(64) std::array<std::byte, capacity> bytes; ///< bytes in flight

    /// Resets to the empty state. Neither side may use the ring.
    void reset() {
        written = consumed = 0;
        reader_sleeps = writer_sleeps = 0;
    }
};

/// Returns whether the other process is alive. A waiting side calls it periodically.
using LivenessCheck = std::function<bool()>;

/// The writing side of a ring. Only one thread at a time may use it.
class RingWriter {
public:
    /// @p ring and @p reader must outlive this object.
    RingWriter(Ring& ring, const LivenessCheck& reader) : ring_(ring), reader_(reader) {}
    /// Writes all of @p data, waiting for free space if necessary. Throws ChannelError if the reader has
    /// ended.
    void write(std::span<const std::byte> data);
    /// Wakes the reader. Earlier writes may stay unseen until then.
    void ring_bell();

private:
    std::size_t wait_for_space();

    Ring& ring_;
    const LivenessCheck& reader_;
};

/// The reading side of a ring. It does not trust any value in the shared memory.
class RingReader {
public:
    /// @p ring and @p writer must outlive this object.
    RingReader(Ring& ring, const LivenessCheck& writer) : ring_(ring), writer_(writer) {}
    /// Fills @p data, waiting for bytes that have not arrived. Returns false if the writer has ended and no
    /// more bytes will arrive. Throws ChannelError if the shared state is inconsistent.
    bool read(std::span<std::byte> data);

private:
    std::size_t wait_for_data();

    Ring& ring_;
    const LivenessCheck& writer_;
    std::uint64_t consumed_ = 0; ///< private copy, because the writer could corrupt the shared count
};

} // namespace simulator::protocol
