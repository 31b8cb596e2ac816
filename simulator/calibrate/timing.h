#pragma once

/// @file
/// Error checks, medians, and timing of the whole GPU and of the host.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>

namespace calibrate {

/// Repetitions of a measurement, of which the median counts.
inline constexpr int runs = 5;

/// Exits with a message if a call of the CUDA runtime failed.
inline void check(cudaError_t error, const char* what) {
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "calibrate: %s: %s\n", what, cudaGetErrorString(error));
    std::exit(1);
}

/// Returns the median.
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

    /// Starts the measurement.
    void begin() { check(cudaEventRecord(begin_), "cudaEventRecord"); }
    /// Ends the measurement and returns its microseconds. Waits for the GPU.
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

/// Returns the GPU time of the work that `work` submits to the default stream: microseconds, median of
/// several runs after one warm-up.
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

/// Returns how long the host waits for `work`: microseconds, median.
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

/// Converts bytes per duration to 10^9 bytes per second.
inline double gb_s(double bytes, double microseconds) { return bytes / microseconds * 1e-3; }

/// Converts a count per duration to a count per nanosecond.
inline double per_ns(double count, double microseconds) { return count / microseconds * 1e-3; }

} // namespace calibrate
