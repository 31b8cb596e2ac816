#pragma once

/// @file
/// The program as the device sees it: its memory and its functions are out of reach, and have to be asked for.

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "memory/device_memory.h"

namespace simulator::runtime {

/// Rows of bytes, in the program's memory and here.
struct RowTransfer {
    const void* there;         ///< the first one, at the program
    std::size_t program_pitch; ///< from one to the next
    std::byte* here;           ///< the first one
    std::size_t device_pitch;  ///< from one to the next
    std::size_t width;         ///< bytes of each
    std::size_t count;         ///< of rows
};

/// A thread of the program that waits for the device, and meanwhile does what only the program can do. Where the
/// program has ended nothing is done any more.
class Program {
public:
    virtual ~Program() = default;

    /// Copies from there to here. False where the program has ended before all was copied.
    virtual bool read(const RowTransfer& rows) = 0;
    /// Copies from here to there.
    virtual void write(const RowTransfer& rows) = 0;
    /// Prints what kernels have printed.
    virtual void print(std::string_view text) = 0;
    /// Has what the program itself has printed come out.
    virtual void flush() = 0;
    /// Calls a function that the program gave to a stream.
    virtual void call(cudaHostFn_t function, void* data) = 0;
    /// The same, of the older kind.
    virtual void call(cudaStreamCallback_t callback, cudaStream_t stream, cudaError_t status, void* data) = 0;
    /// Lets the host do this with memory of the device from now on.
    virtual void set_host_access(std::uint64_t address, std::size_t bytes, HostAccess access) = 0;
    /// Puts the pages at @p shared, in the range that both share, into the place of the program's own at @p
    /// address, with what is in these. False where that cannot be.
    virtual bool share(std::uint64_t address, std::uint64_t shared, std::size_t bytes) = 0;
    /// Gives the program pages of its own again, with what is in the shared ones.
    virtual void unshare(std::uint64_t address, std::size_t bytes) = 0;
};

} // namespace simulator::runtime
