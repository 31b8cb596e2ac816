#include "protocol/ring.h"

#include <algorithm>
#include <cstring>

#include "protocol/futex.h"

namespace simulator::protocol {

namespace {

using namespace std::chrono_literals;

// A side that sleeps checks at this interval whether the other side is alive.
constexpr auto liveness_check_interval = 200ms;

/// Copies into or out of the ring's bytes, in two parts if the range wraps around.
template <class Copy> void copy_wrapped(std::uint64_t position, std::size_t bytes, Copy copy) {
    const std::size_t begin = position % Ring::capacity;
    const std::size_t first = std::min(bytes, Ring::capacity - begin);
    copy(begin, std::size_t{0}, first);
    copy(std::size_t{0}, first, bytes - first);
}

void ring_bell_of_sleeper(std::atomic<std::uint32_t>& bell, std::atomic<std::uint32_t>& sleeps) {
    if (sleeps.exchange(0) != 0) {
        bell.fetch_add(1);
        futex_wake(bell);
    }
}

/// Sleeps until @p holds, or until the other side has ended. The side that makes @p holds true checks @p
/// sleeps afterwards.
template <class Holds> bool sleep_until(std::atomic<std::uint32_t>& bell, std::atomic<std::uint32_t>& sleeps,
                                        const LivenessCheck& other, Holds holds) {
    return wait_until(holds, [&] {
        const std::uint32_t before = bell.load();
        sleeps.store(1);
        if (holds()) {
            return true;
        }
        futex_wait(bell, before, liveness_check_interval);
        return holds() || other();
    });
}

} // namespace

std::size_t RingWriter::wait_for_space() {
    const auto free_bytes = [&] { return Ring::capacity - (ring_.written.load() - ring_.consumed.load()); };
    if (free_bytes() == 0) {
        ring_bell();
        if (!sleep_until(ring_.space_bell, ring_.writer_sleeps, reader_, [&] { return free_bytes() != 0; })) {
            throw ChannelError("the device process has ended");
        }
    }
    return free_bytes();
}

void RingWriter::write(std::span<const std::byte> data) {
    while (!data.empty()) {
        const std::size_t bytes = std::min(data.size(), wait_for_space());
        const std::uint64_t written = ring_.written.load(std::memory_order_relaxed);
        copy_wrapped(written, bytes, [&](std::size_t there, std::size_t here, std::size_t count) {
            std::memcpy(ring_.bytes.data() + there, data.data() + here, count);
        });
        ring_.written.store(written + bytes);
        data = data.subspan(bytes);
    }
}

void RingWriter::ring_bell() { ring_bell_of_sleeper(ring_.data_bell, ring_.reader_sleeps); }

std::size_t RingReader::wait_for_data() {
    const auto there = [&] { return ring_.written.load() - consumed_; };
    if (!sleep_until(ring_.data_bell, ring_.reader_sleeps, writer_, [&] { return there() != 0; })) {
        return 0;
    }
    const std::uint64_t bytes = there();
    if (bytes > Ring::capacity) {
        throw ChannelError("more bytes are on their way than there is room for");
    }
    return bytes;
}

bool RingReader::read(std::span<std::byte> data) {
    while (!data.empty()) {
        const std::size_t bytes = std::min(data.size(), wait_for_data());
        if (bytes == 0) {
            return false;
        }
        copy_wrapped(consumed_, bytes, [&](std::size_t there, std::size_t here, std::size_t count) {
            std::memcpy(data.data() + here, ring_.bytes.data() + there, count);
        });
        consumed_ += bytes;
        ring_.consumed.store(consumed_);
        ring_bell_of_sleeper(ring_.space_bell, ring_.writer_sleeps);
        data = data.subspan(bytes);
    }
    return true;
}

} // namespace simulator::protocol
