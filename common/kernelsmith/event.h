#pragma once

/// @file
/// A CUDA event that is destroyed automatically (RAII), and the time between two events.

#include <cuda_runtime_api.h>

#include <memory>
#include <type_traits>

#include "kernelsmith/check.h"

namespace kernelsmith {

/// A marker in a stream of GPU work. The GPU records the time when it reaches the marker.
///
/// @code
/// Event start, stop;
/// start.record();
/// scale<<<4, 256>>>(data, n);
/// CUDA_CHECK_LAUNCH();
/// stop.record();
/// const float milliseconds = elapsed_ms(start, stop);
/// @endcode
///
/// Move-only: an event cannot be copied, and two owners would destroy it twice.
class Event {
public:
    /// Creates an event on the current GPU.
    Event() {
        cudaEvent_t created = nullptr;
        CUDA_CHECK(cudaEventCreate(&created));
        event_.reset(created);
    }

    /// Returns the handle for CUDA calls; this object keeps the ownership. Null only after a move.
    [[nodiscard]] cudaEvent_t get() const noexcept { return event_.get(); }

    /// Records the event after the work that is in @p stream now, by default the default stream. Returns at
    /// once.
    void record(cudaStream_t stream = nullptr) { CUDA_CHECK(cudaEventRecord(get(), stream)); }

    /// Waits until the GPU has reached the event.
    void synchronize() const { CUDA_CHECK(cudaEventSynchronize(get())); }

private:
    struct Destroy {
        void operator()(cudaEvent_t event) const noexcept { CUDA_CHECK_NOTHROW(cudaEventDestroy(event)); }
    };

    std::unique_ptr<std::remove_pointer_t<cudaEvent_t>, Destroy> event_;
};

/// Returns the milliseconds of GPU time between two recorded events, with a resolution of about half a
/// microsecond. Waits for @p stop.
[[nodiscard]] inline float elapsed_ms(const Event& start, const Event& stop) {
    stop.synchronize();
    float milliseconds = 0;
    CUDA_CHECK(cudaEventElapsedTime(&milliseconds, start.get(), stop.get()));
    return milliseconds;
}

} // namespace kernelsmith
