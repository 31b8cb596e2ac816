#pragma once

/// @file
/// Errors, medians, and times of the whole GPU and of the host.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>

namespace calibrate {

/// How often a measurement is repeated; the median counts.
inline constexpr int runs = 5;

/// Ends the program with a message when a call of the CUDA runtime has failed.
inline void check(cudaError_t error, const char* what) {
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "calibrate: %s: %s\n", what, cudaGetErrorString(error));
    std::exit(1);
}

/// The number in the middle.
inline double median(std::vector<double> numbers) {
    const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
    std::nth_element(numbers.begin(), middle, numbers.end());
    return *middle;
}

/// Two events around work in the default stream.
class EventTimer {
public:
    EventTimer() {
        check(cudaEventCreate(&begin_), "cudaEventCreate");
        check(cudaEventCreate(&end_), "cudaEventCreate");
    }
    ~EventTimer() {
        cudaEventDestroy(begin_);
        cudaEventDestroy(end_);
    }
    EventTimer(const EventTimer&) = delete;
    EventTimer& operator=(const EventTimer&) = delete;

    /// The time from here ...
    void begin() { check(cudaEventRecord(begin_), "cudaEventRecord"); }
    /// ... to here, in microseconds. Waits for the GPU.
    double end() {
        check(cudaGetLastError(), "launch");
        check(cudaEventRecord(end_), "cudaEventRecord");
        check(cudaEventSynchronize(end_), "cudaEventSynchronize");
        float milliseconds = 0;
        check(cudaEventElapsedTime(&milliseconds, begin_, end_), "cudaEventElapsedTime");
        return 1e3 * milliseconds;
    }

private:
    cudaEvent_t begin_ = nullptr;
    cudaEvent_t end_ = nullptr;
};

/// How long the GPU takes for what `work` puts into the default stream: microseconds, median of several runs
/// after one that warms up.
template <typename Work> double gpu_microseconds(Work work) {
    EventTimer timer;
    std::vector<double> times;
    for (int run = 0; run <= runs; ++run) {
        timer.begin();
        work();
        const double time = timer.end();
        if (run > 0) times.push_back(time);
    }
    return median(times);
}

/// How long the host waits for `work`: microseconds, median.
template <typename Work> double host_microseconds(Work work, int repeats = runs) {
    std::vector<double> times;
    for (int run = 0; run <= repeats; ++run) {
        const auto begin = std::chrono::steady_clock::now();
        work();
        const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - begin;
        if (run > 0) times.push_back(time.count());
    }
    return median(times);
}

/// Bytes in so many microseconds as 10^9 bytes a second.
inline double gb_s(double bytes, double microseconds) { return bytes / microseconds * 1e-3; }

/// A count in so many microseconds, for each nanosecond.
inline double per_ns(double count, double microseconds) { return count / microseconds * 1e-3; }

} // namespace calibrate
