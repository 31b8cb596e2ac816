#pragma once

/// @file
/// A CUDA stream that destroys itself.

#include <cuda_runtime_api.h>

#include <memory>
#include <type_traits>

#include "kernelsmith/check.h"

namespace kernelsmith {

/// A queue of GPU work: what is put into one stream runs in order, what is put into two may overlap.
///
/// @code
/// Stream stream;
/// scale<<<4, 256, 0, stream.get()>>>(data, n);
/// CUDA_CHECK_LAUNCH();
/// stream.synchronize();
/// @endcode
///
/// Work in the default stream keeps its order with this stream: an upload by DeviceBuffer::copy_from is
/// complete before a kernel launched here starts.
///
/// Move-only: a stream has no copy, and two owners would destroy it twice.
class Stream {
public:
    /// Creates a stream on the current GPU.
    Stream() {
        cudaStream_t created = nullptr;
        CUDA_CHECK(cudaStreamCreate(&created));
        stream_.reset(created);
    }

    /// The handle, for launches and CUDA calls; still owned by this object. Null, which CUDA reads as the
    /// default stream, only after a move.
    [[nodiscard]] cudaStream_t get() const noexcept { return stream_.get(); }

    /// Waits until all work in the stream is done, and throws what went wrong in it.
    void synchronize() const { CUDA_CHECK(cudaStreamSynchronize(get())); }

private:
    struct Destroy {
        // Returns at once; what is still queued runs to its end.
        void operator()(cudaStream_t stream) const noexcept { CUDA_CHECK_NOTHROW(cudaStreamDestroy(stream)); }
    };

    std::unique_ptr<std::remove_pointer_t<cudaStream_t>, Destroy> stream_;
};

} // namespace kernelsmith
