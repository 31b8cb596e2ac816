#pragma once

/// @file
/// An array in GPU memory that is freed automatically (RAII).

#include <cuda_runtime_api.h>

#include <cstddef>
#include <memory>
#include <span>
#include <stdexcept>
#include <type_traits>

#include "kernelsmith/check.h"

namespace kernelsmith {

/// Owns elements of type @p T in GPU memory: allocated by the constructor, freed by the destructor, also
/// during stack unwinding after an exception.
///
/// @code
/// std::vector<float> host(1000, 1.0f);
/// DeviceBuffer<float> device(host.size());
/// device.copy_from(host);
/// scale<<<4, 256>>>(device.data(), device.size());
/// CUDA_CHECK_LAUNCH();
/// device.copy_to(host);
/// @endcode
///
/// Move-only: two owners would free the same memory twice, and a copy that looks like `a = b` would hide a
/// transfer of gigabytes. A moved-from buffer is empty. To lend the memory, pass data() and size().
template <typename T> class DeviceBuffer {
    static_assert(std::is_trivially_copyable_v<T>, "elements travel to the GPU and back as plain bytes");

public:
    /// Creates an empty buffer, which owns nothing.
    DeviceBuffer() = default;

    /// Allocates @p size uninitialized elements.
    explicit DeviceBuffer(std::size_t size) : size_(size) {
        T* memory = nullptr;
        if (size > 0) CUDA_CHECK(cudaMalloc(&memory, size * sizeof(T)));
        memory_.reset(memory);
    }

    /// Returns the number of elements.
    [[nodiscard]] std::size_t size() const noexcept { return memory_ ? size_ : 0; }
    /// Returns the address on the GPU, for kernels; the host cannot read it. Null if the buffer is empty.
    [[nodiscard]] T* data() noexcept { return memory_.get(); }
    /// Returns the address on the GPU for kernels that only read. Null if the buffer is empty.
    [[nodiscard]] const T* data() const noexcept { return memory_.get(); }

    /// Copies @p host to the buffer; it must have exactly size() elements, otherwise std::invalid_argument is
    /// thrown. When the call returns, @p host may be modified.
    void copy_from(std::span<const T> host) {
        require_same_size(host.size());
        CUDA_CHECK(cudaMemcpy(data(), host.data(), host.size_bytes(), cudaMemcpyHostToDevice));
    }

    /// Copies the buffer to @p host, which must have exactly size() elements; otherwise throws
    /// std::invalid_argument. Waits for the kernels launched before, in the default stream or in a
    /// Stream, and throws their errors.
    void copy_to(std::span<T> host) const {
        require_same_size(host.size());
        CUDA_CHECK(cudaMemcpy(host.data(), data(), host.size_bytes(), cudaMemcpyDeviceToHost));
    }

private:
    struct Free {
        void operator()(T* memory) const noexcept { CUDA_CHECK_NOTHROW(cudaFree(memory)); }
    };

    void require_same_size(std::size_t host_size) const {
        if (host_size != size()) throw std::invalid_argument("DeviceBuffer: host and device sizes differ");
    }

    // unique_ptr is itself move-only and empty after a move, so the compiler generates all five special
    // members.
    std::unique_ptr<T, Free> memory_;
    std::size_t size_ = 0;
};

} // namespace kernelsmith
