#pragma once

/// @file
/// Layout of the memory that a program and its device process share for calls: channels, rings and mailboxes.
/// The memory that the program allocates is in another file.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "protocol/ring.h"

namespace simulator::protocol {

/// A request from the device process to the program's thread that waits at the mailbox. The reply to a call
/// is the last request.
enum class HostRequest : std::uint32_t {
    take_answer,   ///< the call is complete: take its reply
    read,          ///< copy rows of the program's memory into Mailbox::data
    write,         ///< copy Mailbox::data into rows of the program's memory
    print,         ///< print Mailbox::data, the output of kernels
    flush,         ///< flush the program's own standard output
    call_function, ///< call a function that the program submitted to a stream
    call_callback, ///< call a stream callback (cudaStreamAddCallback)
    allow_access,  ///< let the host read and write pages
    allow_reads,   ///< let the host only read pages
    deny_access,   ///< make pages inaccessible to the host
    share,         ///< replace pages of the program by pages of the common range, with their contents
    unshare,       ///< replace shared pages by private ones again, with their contents
};

/// A mailbox: a buffer that a thread of the program and the device process own in turn.
struct Mailbox {
    static constexpr std::size_t capacity = std::size_t{256} * 1024; ///< size of `data` in bytes

    /// The side that may access the mailbox.
    enum Owner : std::uint32_t {
        owned_by_device,  ///< the device acts and the program waits
        owned_by_program, ///< the program acts and the device waits
    };

    std::atomic<std::uint32_t> owner;          ///< an Owner, and the futex word of both sides
    std::atomic<std::uint32_t> program_sleeps; ///< 1 if the program sleeps on `owner` and must be woken
    std::atomic<std::uint32_t> device_sleeps;  ///< 1 if the device sleeps on `owner` and must be woken
    HostRequest request;                       ///< requested by the device
    std::int32_t status;                       ///< a cudaError_t, or another value that a reply starts with
    std::uint32_t bytes;                       ///< valid bytes in `data`
    std::uint64_t address;  ///< address of the first row, of a function, or of the first page
    std::uint64_t argument; ///< argument of the function, or address of the shared pages
    std::uint64_t stream;   ///< stream of a callback
    std::uint64_t pitch;    ///< bytes between the starts of two rows in the program's memory
    std::uint64_t width;    ///< bytes per row, or of all pages
    std::uint64_t count;    ///< number of rows
    alignas(64) std::array<std::byte, capacity> data; ///< payload, written by either side
};

/// The channel of one thread of the program.
struct Channel {
    /// Whether a thread of the program holds the channel.
    enum State : std::uint32_t {
        free,  ///< not held
        taken, ///< held by a thread of the program
    };

    Ring calls;                  ///< calls from the program to the device
    alignas(64) Mailbox mailbox; ///< requests from the device, and the reply
};

/// The whole shared memory. Its initial state is all zeros.
struct SharedChannels {
    /// Maximum number of the program's threads that are connected to the device at a time.
    static constexpr std::size_t channel_count = 128;

    std::atomic<std::uint32_t> doorbell; ///< futex word, incremented when a channel is taken
    /// Threads of the client library, which do not count among the program's.
    std::atomic<std::uint32_t> internal_threads;
    std::atomic<std::int32_t> device; ///< process ID of the device process
    /// Calls sent so far by all threads. The next call takes this number, its place in the order.
    alignas(64) std::atomic<std::uint64_t> calls;
    /// Channel::State of each channel: taken by the program, freed by the device.
    std::array<std::atomic<std::uint32_t>, channel_count> states;
    std::array<Channel, channel_count> channels; ///< only touched pages take up memory
};

/// Header that precedes each call in a ring.
struct CallHeader {
    /// Properties of a call, as bits of `flags`.
    enum Flag : std::uint16_t {
        expects_reply = 1,      ///< a thread waits for the reply at the mailbox
        in_stream_function = 2, ///< sent by a function that a stream called
    };

    std::uint64_t number; ///< number of the call from SharedChannels::calls; the first is 0
    std::uint32_t bytes;  ///< bytes of the body that follows this header
    std::uint32_t site;   ///< number of the call site, which was announced before; 0: unknown
    std::uint16_t call;   ///< a CallId, see calls.h
    std::uint16_t flags;  ///< bits of Flag
    std::uint32_t unused; ///< padding, 0
};

} // namespace simulator::protocol
