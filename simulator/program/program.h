#pragma once

/// @file
/// The client program as seen by the device process, which cannot access the program's memory and functions
/// directly.

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "memory/device_memory.h"

namespace simulator::runtime {

/// A copy of rows of bytes between the program's memory and this process.
struct RowTransfer {
    const void* there;         ///< first row, in the program
    std::size_t program_pitch; ///< bytes from one row to the next, in the program
    std::byte* here;           ///< first row, in this process
    std::size_t device_pitch;  ///< bytes from one row to the next, in this process
    std::size_t width;         ///< bytes per row
    std::size_t count;         ///< number of rows
};

/// A thread of the program that waits for the device, and meanwhile serves requests that only the program can
/// perform. Does nothing once the program has ended.
class Program {
public:
    virtual ~Program() = default;

    /// Copies from the program to this process. Returns false if the program has ended before everything was
    /// copied.
    virtual bool read(const RowTransfer& rows) = 0;
    /// Copies from this process to the program.
    virtual void write(const RowTransfer& rows) = 0;
    /// Prints the output of kernels.
    virtual void print(std::string_view text) = 0;
    /// Flushes the program's own output.
    virtual void flush() = 0;
    /// Calls a host function that the program gave to a stream (cudaLaunchHostFunc).
    virtual void call(cudaHostFn_t function, void* data) = 0;
    /// Calls a stream callback of the older kind (cudaStreamAddCallback).
    virtual void call(cudaStreamCallback_t callback, cudaStream_t stream, cudaError_t status, void* data) = 0;
    /// Sets the host's access rights to device memory.
    virtual void set_host_access(std::uint64_t address, std::size_t bytes, HostAccess access) = 0;
    /// Replaces the program's own pages at @p address by the pages at @p shared, in the range that both map,
    /// and preserves their contents. Returns false on failure.
    virtual bool share(std::uint64_t address, std::uint64_t shared, std::size_t bytes) = 0;
    /// Gives the program its own pages again, with the contents of the shared ones.
    virtual void unshare(std::uint64_t address, std::size_t bytes) = 0;
};

} // namespace simulator::runtime
