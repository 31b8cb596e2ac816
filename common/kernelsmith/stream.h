#pragma once

/// @file
/// A CUDA stream that is destroyed automatically (RAII).

#include <cuda_runtime_api.h>

#include <memory>
#include <type_traits>

#include "kernelsmith/check.h"

namespace kernelsmith {

/// A queue of GPU work: work in one stream runs in order, work in two streams may overlap.
///
/// @code
/// Stream stream;
/// scale<<<4, 256, 0, stream.get()>>>(data, n);
/// CUDA_CHECK_LAUNCH();
/// stream.synchronize();
/// @endcode
///
/// Work in the default stream is ordered with this stream: an upload by DeviceBuffer::copy_from is complete
/// before a kernel launched here starts.
///
/// Move-only: a stream cannot be copied, and two owners would destroy it twice.
class Stream {
public:
    /// Creates a stream on the current GPU.
    Stream() {
        cudaStream_t created = nullptr;
        CUDA_CHECK(cudaStreamCreate(&created));
        stream_.reset(created);
    }

    /// Returns the handle for launches and CUDA calls; this object keeps the ownership. Null, which CUDA
    /// takes for the default stream, only after a move.
    [[nodiscard]] cudaStream_t get() const noexcept { return stream_.get(); }

    /// Waits until all work in the stream is complete, and throws its errors.
    void synchronize() const { CUDA_CHECK(cudaStreamSynchronize(get())); }

private:
    struct Destroy {
        // Returns at once; work that is still queued completes.
        void operator()(cudaStream_t stream) const noexcept { CUDA_CHECK_NOTHROW(cudaStreamDestroy(stream)); }
    };

    std::unique_ptr<std::remove_pointer_t<cudaStream_t>, Destroy> stream_;
};

} // namespace kernelsmith
