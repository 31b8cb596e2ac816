#pragma once

/// @file
/// An array in GPU memory that frees itself.

#include <cuda_runtime_api.h>

#include <cstddef>
#include <memory>
#include <span>
#include <stdexcept>
#include <type_traits>

#include "kernelsmith/check.h"

namespace kernelsmith {

/// Owns @p T elements in GPU memory: allocated by the constructor, freed by the destructor, also when an
/// exception passes by in between.
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
/// transfer of gigabytes. A buffer that was moved from is empty. To lend the memory, pass data() and size().
template <typename T> class DeviceBuffer {
    static_assert(std::is_trivially_copyable_v<T>, "elements travel to the GPU and back as plain bytes");

public:
    /// An empty buffer, which owns nothing.
    DeviceBuffer() = default;

    /// Allocates @p size elements and leaves them as they are: nobody has written them yet.
    explicit DeviceBuffer(std::size_t size) : size_(size) {
        T* memory = nullptr;
        if (size > 0) CUDA_CHECK(cudaMalloc(&memory, size * sizeof(T)));
        memory_.reset(memory);
    }

    /// Number of elements.
    [[nodiscard]] std::size_t size() const noexcept { return memory_ ? size_ : 0; }
    /// Address on the GPU, for kernels; the host cannot read it. Null when the buffer is empty.
    [[nodiscard]] T* data() noexcept { return memory_.get(); }
    /// The same, for kernels that only read.
    [[nodiscard]] const T* data() const noexcept { return memory_.get(); }

    /// Fills the buffer from @p host, which must have exactly size() elements; throws std::invalid_argument
    /// otherwise. When it returns, @p host may be changed again.
    void copy_from(std::span<const T> host) {
        require_same_size(host.size());
        CUDA_CHECK(cudaMemcpy(data(), host.data(), host.size_bytes(), cudaMemcpyHostToDevice));
    }

    /// Fills @p host, which must have exactly size() elements; throws std::invalid_argument otherwise. Waits
    /// for the kernels launched before it, in the default stream or in a Stream, and throws what went wrong
    /// in them.
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

    // unique_ptr is itself move-only and empty after a move, so the compiler writes all five special members.
    std::unique_ptr<T, Free> memory_;
    std::size_t size_ = 0;
};

} // namespace kernelsmith
