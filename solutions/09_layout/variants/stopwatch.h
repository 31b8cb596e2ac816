#pragma once

/// @file
/// How the variants of this lab take times: by the GPU's own clock, with an L2 cache that has forgotten the data.

#include <algorithm>
#include <cstddef>
#include <vector>

#include "kernelsmith/check.h"
#include "kernelsmith/device_buffer.h"
#include "kernelsmith/event.h"

/// Takes the time of what is launched, several times over.
class Stopwatch {
public:
    /// @p full: on a GPU at full size. Otherwise each time is taken once, and the L2 cache stays as it is.
    explicit Stopwatch(bool full) : repeats_(full ? 7 : 1), l2_(full ? std::size_t{256} << 20 : 0) {}

    /// The median time of @p launch in milliseconds, each time behind @p prepare, which is not timed. What takes
    /// longer than a tenth of a second is run once.
    template <typename Prepare, typename Launch> float median_ms(Prepare prepare, Launch launch) {
        std::vector<float> times;
        for (int i = 0; i < repeats_; ++i) {
            prepare();
            if (l2_.size() > 0) CUDA_CHECK(cudaMemsetAsync(l2_.data(), i, l2_.size()));
            kernelsmith::Event start, stop;
            start.record();
            launch();
            CUDA_CHECK_LAUNCH();
            stop.record();
            times.push_back(kernelsmith::elapsed_ms(start, stop));
            if (times.back() > 100) return times.back();
        }
        std::sort(times.begin(), times.end());
        return times[times.size() / 2];
    }

    /// The same, for launches that do not change what they read.
    template <typename Launch> float median_ms(Launch launch) {
        return median_ms([] {}, launch);
    }

private:
    int repeats_;
    kernelsmith::DeviceBuffer<char> l2_;
};
