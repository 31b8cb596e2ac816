/// @file
/// The clock rate of busy SMs.

#include "gpu.h"
#include "output.h"
#include "timing.h"

namespace calibrate {
namespace {

__device__ unsigned long long nanoseconds() {
    unsigned long long time;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
    return time;
}

/// Multiplies for a given number of nanoseconds. Writes the cycles and nanoseconds of block 0.
__global__ void __launch_bounds__(1024)
    be_busy(unsigned long long duration, float factor, long long* times, float* sink) {
    float number = static_cast<float>(threadIdx.x);
    const unsigned long long begin = nanoseconds();
    const long long begin_clock = clock64();
    unsigned long long end = begin;
    while (end - begin < duration) {
#pragma unroll 1
        for (int turn = 0; turn < 1000; ++turn) number = number * factor + factor;
        end = nanoseconds();
    }
    const long long end_clock = clock64();
    if (number == -1.0f) *sink = number;
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        times[0] = end_clock - begin_clock;
        times[1] = static_cast<long long>(end - begin);
    }
}

} // namespace

void measure_clock(const Gpu& gpu) {
    begin_table("time");
    auto* const on_gpu = reinterpret_cast<long long*>(gpu.first);
    std::vector<double> clocks;
    for (int run = 0; run <= runs; ++run) {
        be_busy<<<2 * gpu.sms, 1024>>>(50'000'000, 0.5f, on_gpu, reinterpret_cast<float*>(gpu.second));
        check(cudaGetLastError(), "be_busy");
        long long times[2] = {};
        check(cudaMemcpy(times, on_gpu, sizeof times, cudaMemcpyDeviceToHost), "be_busy");
        if (run > 0) clocks.push_back(1e3 * static_cast<double>(times[0]) / static_cast<double>(times[1]));
    }
    print_value("clock_mhz", median(clocks), "of SMs that are busy, clock64 against globaltimer");
}

} // namespace calibrate
