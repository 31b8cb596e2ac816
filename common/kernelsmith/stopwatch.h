#pragma once

/// @file
/// Timing of work on the GPU: the median of several measurements with a cold L2 cache, because a single one
/// is not reliable.

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <vector>

#include "kernelsmith/check.h"
#include "kernelsmith/device_buffer.h"
#include "kernelsmith/event.h"

namespace kernelsmith {

/// Measures times by the GPU's own clock.
///
/// @code
/// Stopwatch watch;
/// const float milliseconds = watch.median_ms([&] { scale<<<4, 256>>>(data, n); });
/// @endcode
///
/// Before each measurement it writes more bytes than any L2 cache holds, which evicts the data. On the
/// simulator, whose clock is meaningless, the work is executed once.
class Stopwatch {
public:
    /// Bytes that no L2 cache can hold.
    static constexpr std::size_t more_than_l2 = std::size_t{256} << 20;

    /// @param repeats number of measurements for the median
    /// @param forget bytes written before each measurement; 0 leaves the L2 cache as it is
    explicit Stopwatch(int repeats = 7, std::size_t forget = more_than_l2)
        : repeats_(on_simulator() ? 1 : repeats), forget_(on_simulator() ? 0 : forget) {}

    /// Returns the median time of @p work in milliseconds. Each execution follows @p prepare, which is not
    /// timed. Work that takes longer than a tenth of a second is executed once.
    template <typename Prepare, typename Work> float median_ms(Prepare prepare, Work work) {
        std::vector<float> times;
        for (int i = 0; i < repeats_; ++i) {
            prepare();
            if (forget_.size() > 0) CUDA_CHECK(cudaMemsetAsync(forget_.data(), i, forget_.size()));
            Event start;
            Event stop;
            start.record();
            work();
            CUDA_CHECK_LAUNCH();
            stop.record();
            times.push_back(elapsed_ms(start, stop));
            if (times.back() > 100) return times.back();
        }
        std::sort(times.begin(), times.end());
        return times[times.size() / 2];
    }

    /// Returns the median time of @p work in milliseconds, for work that can be repeated without preparation.
    template <typename Work> float median_ms(Work work) {
        return median_ms([] {}, work);
    }

private:
    static bool on_simulator() { return std::getenv("KERNELSMITH_SIMULATOR_DEVICE") != nullptr; }

    int repeats_;
    DeviceBuffer<unsigned char> forget_;
};

} // namespace kernelsmith
