#pragma once

/// @file
/// Where a solution's buffers live: the seam between the runner and a kind of machine.

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

/// The device reported a fault. After one, a device may be unusable until the process ends.
class DeviceError : public std::runtime_error {
public:
    /// @p text for a person; @p name of a CUDA error, "cudaErrorNoDevice".
    explicit DeviceError(const std::string& text, std::string name = {})
        : std::runtime_error(text), error(std::move(name)) {}
    std::string error; ///< the name; empty where it is no CUDA error
};

/// A call has failed, a launch most likely, and whoever made it has not asked for the error.
class UncheckedError : public DeviceError {
public:
    using DeviceError::DeviceError;
};

/// The device has not that much memory.
class OutOfMemory : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A call of a device's that failed.
struct FailedCall {
    std::string call;  ///< as the source writes it: "cudaMalloc(&p, n)"
    std::string error; ///< its name: "cudaErrorMemoryAllocation"
};

/// By what another process finds memory of this one: it means something to the device alone.
using Handle = std::array<std::uint8_t, grader::protocol::handle_bytes>;

/// A rectangle of device memory: @p rows pieces of @p width bytes, each @p pitch bytes behind the last.
struct StridedRegion {
    const unsigned char* start = nullptr; ///< of the first piece
    std::size_t pitch = 0;                ///< at least `width`
    std::size_t width = 0;                ///< of a piece
    std::size_t rows = 1;                 ///< how many
};

/// Memory and kernels of one device.
class Device {
public:
    virtual ~Device() = default;

    /// The call of this device whose failure @p error reports; empty where it reports none.
    [[nodiscard]] virtual FailedCall failed_call(const std::exception& /*error*/) const { return {}; }

    /// Name, compute capability, sizes, peak rates and versions.
    virtual nlohmann::json facts() = 0;
    /// Whether solutions launch kernels here, so that those can be logged.
    [[nodiscard]] virtual bool has_kernels() const = 0;

    /// How many bytes of its memory nobody has, now. Not a fact like the others: others use the device, too,
    /// and to ask a GPU takes a context on it.
    virtual std::uint64_t free_bytes() = 0;

    /// Memory aligned to 256 bytes, never null, even for 0 bytes. Throws OutOfMemory.
    virtual void* allocate(std::size_t bytes) = 0;
    /// Frees what allocate() gave.
    virtual void release(void* memory) = 0;
    /// Memory like allocate()'s that another process can be given: it gets this memory and nothing beside it. release()
    /// frees it.
    virtual void* allocate_shared(std::size_t bytes) = 0;
    /// By what another process finds @p memory, which allocate_shared() gave.
    virtual Handle handle_of(void* memory) = 0;
    /// The memory of another process that @p handle stands for.
    virtual void* open(const Handle& handle) = 0;
    /// Gives back what open() gave. The memory stays its owner's.
    virtual void close(void* memory) = 0;
    /// From host memory to device memory; the host's bytes may be reused at once.
    virtual void upload(void* to, const void* from, std::size_t bytes) = 0;
    /// From device memory to host memory, complete when it returns.
    virtual void download(void* to, const void* from, std::size_t bytes) = 0;
    /// From device memory to device memory.
    virtual void copy(void* to, const void* from, std::size_t bytes) = 0;
    /// Fills @p bytes from @p to with @p pattern, repeated every 8 bytes from there.
    virtual void fill(void* to, std::size_t bytes, std::uint64_t pattern) = 0;
    /// Salts the @p bytes from @p data on, which are an input with this @p salt and @p key.
    virtual void salt(void* data, std::size_t bytes, const kernelsmith::Salt& salt, std::uint64_t key) = 0;
    /// Writes more than the caches hold, so that nothing of a solution's data is left in them.
    virtual void flush_caches() = 0;
    /// Has the device do next to nothing for this process, so that it has changed over to it from others.
    virtual void wake() = 0;
    /// Waits as a caller would who reads the results next: for the default stream, and so not for streams that nobody has joined with
    /// it. Throws what went wrong meanwhile.
    virtual void wait_as_caller() = 0;
    /// Waits until the whole device is idle; throws what went wrong meanwhile, and UncheckedError for an error that the program
    /// has not queried. On a simulator the error counts as queried from then on.
    virtual void synchronize() = 0;
    /// Copies the elements at @p indices of the array at @p from to @p to on the host. The memory that this
    /// takes is kept for the next time.
    virtual void gather(void* to, const void* from, std::size_t element_bytes,
                        std::span<const std::uint64_t> indices) = 0;
    /// What stands in @p strips at this moment, one behind the other, whatever kernels are running.
    virtual std::vector<std::uint8_t> snapshot(std::span<const StridedRegion> strided_regions) = 0;
    /// The clock that calls are timed by, in milliseconds since some moment.
    virtual double clock_ms() = 0;
    /// What this device reaches: {copy_gb_s, fp32_gflop_s, roots_giga_s}.
    virtual nlohmann::json ceilings() = 0;
};

/// The GPU that CUDA calls device 0.
std::unique_ptr<Device> make_cuda_device();

/// Plain host memory. For the grader's own tests: fixture labs in plain C++ drive every path but CUDA's.
std::unique_ptr<Device> make_host_device();

} // namespace runner
