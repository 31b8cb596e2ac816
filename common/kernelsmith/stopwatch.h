#pragma once

/// @file
/// The time of work on the GPU, as one time of it is worth nothing: the median of several, with a cold L2 cache.

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <vector>

#include "kernelsmith/check.h"
#include "kernelsmith/device_buffer.h"
#include "kernelsmith/event.h"

namespace kernelsmith {

/// Takes times by the GPU's own clock.
///
/// @code
/// Stopwatch watch;
/// const float milliseconds = watch.median_ms([&] { scale<<<4, 256>>>(data, n); });
/// @endcode
///
/// Before each time it writes more bytes than any L2 cache has, so that the cache forgets the data. On the simulator, whose times
/// say nothing, work is done once.
class Stopwatch {
public:
    /// Bytes that no L2 cache holds.
    static constexpr std::size_t more_than_l2 = std::size_t{256} << 20;

    /// @param repeats how many times the median is of
    /// @param forget how many bytes are written before each time; 0 leaves the L2 cache as it is
    explicit Stopwatch(int repeats = 7, std::size_t forget = more_than_l2)
        : repeats_(on_simulator() ? 1 : repeats), forget_(on_simulator() ? 0 : forget) {}

    /// The median time of @p work in milliseconds, each time behind @p prepare, which is not timed. What takes longer than a
    /// tenth of a second is done once.
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

    /// The same, for work that can be done again without more ado.
    template <typename Work> float median_ms(Work work) {
        return median_ms([] {}, work);
    }

private:
    static bool on_simulator() { return std::getenv("KERNELSMITH_SIMULATOR_DEVICE") != nullptr; }

    int repeats_;
    DeviceBuffer<unsigned char> forget_;
};

} // namespace kernelsmith
