#pragma once

/// @file
/// The interface between the runner and one kind of device, which holds a solution's buffers.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "grading/channel/protocol.h"
#include "kernelsmith/salt.h"

namespace runner {

/// A fault that the device reported. After one, the device may be unusable until the process ends.
class DeviceError : public std::runtime_error {
public:
    /// @p text is for a person; @p name is that of a CUDA error, "cudaErrorNoDevice".
    explicit DeviceError(const std::string& text, std::string name = {})
        : std::runtime_error(text), error(std::move(name)) {}
    std::string error; ///< name of the CUDA error; empty for any other error
};

/// A call, most likely a launch, has failed, and the calling code has not checked for the error.
class UncheckedError : public DeviceError {
public:
    using DeviceError::DeviceError;
};

/// The device has too little free memory.
class OutOfMemory : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A call of the device's API that failed.
struct FailedCall {
    std::string call;  ///< the call as the source spells it: "cudaMalloc(&p, n)"
    std::string error; ///< name of the error: "cudaErrorMemoryAllocation"
};

/// A handle by which another process opens memory of this one (CUDA IPC); only the device can interpret it.
using Handle = std::array<std::uint8_t, grader::protocol::handle_bytes>;

/// A strided region of device memory: `rows` rows of `width` bytes, each starting `pitch` bytes after the
/// previous one.
struct StridedRegion {
    const unsigned char* start = nullptr; ///< start of the first row
    std::size_t pitch = 0;                ///< bytes from one row's start to the next; at least `width`
    std::size_t width = 0;                ///< bytes per row
    std::size_t rows = 1;                 ///< number of rows
};

/// The memory and the kernels of one device.
class Device {
public:
    virtual ~Device() = default;

    /// Returns the call of this device whose failure @p error reports; empty if it reports none.
    [[nodiscard]] virtual FailedCall failed_call(const std::exception& /*error*/) const { return {}; }

    /// Returns name, compute capability, sizes, peak rates and versions.
    virtual nlohmann::json facts() = 0;
    /// Returns whether solutions launch kernels on this device, so that launches can be logged.
    [[nodiscard]] virtual bool has_kernels() const = 0;

    /// Returns the free memory of the device in bytes. It is not among facts(), because other processes use
    /// the device, too, and because the query needs a context on a GPU.
    virtual std::uint64_t free_bytes() = 0;

    /// Allocates memory aligned to 256 bytes; never null, even for 0 bytes. Throws OutOfMemory.
    virtual void* allocate(std::size_t bytes) = 0;
    /// Frees memory from allocate() or allocate_shared().
    virtual void release(void* memory) = 0;
    /// Allocates memory like allocate(), which can be shared with another process: its handle opens this
    /// allocation and nothing else. release() frees it.
    virtual void* allocate_shared(std::size_t bytes) = 0;
    /// Returns the handle by which another process opens @p memory from allocate_shared().
    virtual Handle handle_of(void* memory) = 0;
    /// Opens the memory of another process that @p handle identifies.
    virtual void* open(const Handle& handle) = 0;
    /// Closes memory from open(). The owner keeps the memory.
    virtual void close(void* memory) = 0;
    /// Copies from host memory to device memory. The host's bytes may be reused when it returns.
    virtual void upload(void* to, const void* from, std::size_t bytes) = 0;
    /// Copies from device memory to host memory. Complete when it returns.
    virtual void download(void* to, const void* from, std::size_t bytes) = 0;
    /// Copies from device memory to device memory.
    virtual void copy(void* to, const void* from, std::size_t bytes) = 0;
    /// Fills @p bytes bytes from @p to on with the 8-byte @p pattern, repeated from there.
    virtual void fill(void* to, std::size_t bytes, std::uint64_t pattern) = 0;
    /// Salts the @p bytes bytes from @p data on, an input with this @p salt and @p key.
    virtual void salt(void* data, std::size_t bytes, const kernelsmith::Salt& salt, std::uint64_t key) = 0;
    /// Writes more bytes than the caches hold, which evicts all data of a solution.
    virtual void flush_caches() = 0;
    /// Runs an empty kernel for this process, so that the device switches to its context.
    virtual void wake() = 0;
    /// Waits as a caller who reads the results next would: for the default stream, and so not for
    /// streams that do not synchronize with it. Throws any error of the work that it waits for.
    virtual void wait_as_caller() = 0;
    /// Waits until the whole device is idle. Throws any error of that work, and UncheckedError for an
    /// error that the program has not queried. A simulator counts the error as queried afterwards.
    virtual void synchronize() = 0;
    /// Copies the elements at @p indices of the array @p from to @p to on the host. The scratch memory for it
    /// is kept for the next call.
    virtual void gather(void* to, const void* from, std::size_t element_bytes,
                        std::span<const std::uint64_t> indices) = 0;
    /// Returns the bytes of @p strided_regions at this moment, one region after the other, whatever kernels
    /// are running.
    virtual std::vector<std::uint8_t> snapshot(std::span<const StridedRegion> strided_regions) = 0;
    /// Returns the clock by which calls are timed, in milliseconds since an arbitrary origin.
    virtual double clock_ms() = 0;
    /// Measures the peak rates that this device reaches: {copy_gb_s, fp32_gflop_s, roots_giga_s}.
    virtual nlohmann::json ceilings() = 0;
};

/// Opens the GPU with CUDA's device number 0.
std::unique_ptr<Device> make_cuda_device();

/// Opens host memory as a device, for the grader's own tests: fixture labs in plain C++ exercise every path
/// but CUDA's.
std::unique_ptr<Device> make_host_device();

} // namespace runner
