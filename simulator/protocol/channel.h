#pragma once

/// @file
/// The memory that a program and its device process share, but for what the program allocates there.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "protocol/ring.h"

namespace simulator::protocol {

/// What the device wants of a thread that waits for it. Its answer is a request too, the last one.
enum class HostRequest : std::uint32_t {
    take_answer,   ///< the call is over
    read,          ///< rows of the program's memory are to be put into the mailbox's bytes
    write,         ///< and the other way round
    print,         ///< the bytes are what kernels have printed
    flush,         ///< what the program has printed itself is to come out now
    call_function, ///< a function that the program gave to a stream
    call_callback, ///< the same, of the older kind
    allow_access,  ///< pages that the host may touch from now on
    allow_reads,   ///< that it may only read
    deny_access,   ///< and that it may not touch
    share,         ///< pages of the program's are to be those of the device, with what is in them
    unshare,       ///< and its own again
};

/// Where a thread of the program and the device do something for each other in turn.
struct Mailbox {
    static constexpr std::size_t capacity = std::size_t{256} * 1024; ///< bytes at a time

    /// Whose turn it is.
    enum Owner : std::uint32_t {
        owned_by_device,  ///< the program waits
        owned_by_program, ///< the device waits
    };

    std::atomic<std::uint32_t> owner;                 ///< who is to act
    std::atomic<std::uint32_t> program_sleeps;        ///< 1: wake it
    std::atomic<std::uint32_t> device_sleeps;         ///< 1: wake it
    HostRequest request;                              ///< what the program is to do
    std::int32_t status;                              ///< a cudaError_t, or what else an answer begins with
    std::uint32_t bytes;                              ///< that there are in data
    std::uint64_t address;                            ///< of the first row, of a function, or of pages
    std::uint64_t argument;                           ///< of the function; where the pages are shared
    std::uint64_t stream;                             ///< of a callback
    std::uint64_t pitch;                              ///< of the rows
    std::uint64_t width;                              ///< of a row, or of pages, in bytes
    std::uint64_t count;                              ///< of the rows
    alignas(64) std::array<std::byte, capacity> data; ///< for either side
};

/// What belongs to one thread of the program.
struct Channel {
    /// Whose it is.
    enum State : std::uint32_t {
        free,  ///< nobody's
        taken, ///< a thread's of the program
    };

    Ring calls;                  ///< from the program
    alignas(64) Mailbox mailbox; ///< for what it waits for
};

/// All of it. Zeros are how it begins.
struct SharedChannels {
    static constexpr std::size_t channel_count =
        128; ///< threads of a program that talk to the device at a time

    std::atomic<std::uint32_t> doorbell;         ///< counts up when a channel was taken
    std::atomic<std::uint32_t> internal_threads; ///< of the client library, beside those of the program
    std::atomic<std::int32_t> device;            ///< the device process
    alignas(64)
        std::atomic<std::uint64_t> calls; ///< so far, by all threads: a call's number is its place in order
    /// Channel::State of each: taken by the program, given back by the device.
    std::array<std::atomic<std::uint32_t>, channel_count> states;
    std::array<Channel, channel_count> channels; ///< only what is touched takes memory
};

/// In front of each call.
struct CallHeader {
    /// What else there is to know of it.
    enum Flag : std::uint16_t {
        expects_reply = 1,      ///< somebody waits at the mailbox
        in_stream_function = 2, ///< asked by a function that a stream has called
    };

    std::uint64_t number; ///< as SharedChannels::calls says, from 0
    std::uint32_t bytes;  ///< that follow
    std::uint32_t site;   ///< where it stands in the program, as was announced; 0: unknown
    std::uint16_t call;   ///< which, see calls.h
    std::uint16_t flags;  ///< of Flag
    std::uint32_t unused; ///< 0
};

} // namespace simulator::protocol
