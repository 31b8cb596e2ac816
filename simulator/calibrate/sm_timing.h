#pragma once

/// @file
/// Timing within an SM: cycles of a loop of one kind of instruction.
///
/// An operation is a class with `instructions`, the number of counted instructions per step(); a
/// constructor that takes an Input; step(), which executes them; and result(), which keeps them from being
/// optimized away.

#include <cstdint>
#include <map>
#include <vector>

#include <cuda_runtime.h>

#include "gpu.h"
#include "timing.h"

namespace calibrate {

/// Bytes of shared memory per block.
inline constexpr unsigned shared_bytes = 8192;

/// Inputs of a kernel from the host. The compiler does not know their values, so it cannot fold them.
struct Input {
    unsigned numbers[4] = {0x3f7fff01, 0x3e112233, 0xfff7fff5, 0x1234567}; ///< also floats below 1
    unsigned zero = 0;
    unsigned one = 1;
    unsigned lanes_shift = 0; ///< log2 of the number of lanes per address
    unsigned lane_words = 1;  ///< words of shared memory between neighboring lanes
    unsigned advance = 0;     ///< bytes that addresses advance per step
    unsigned around = 1;      ///< period of the addresses in bytes, a power of two
    char* memory = nullptr;   ///< memory of the GPU
};

/// Time span of a warp, in cycles of its SM.
struct WarpTime {
    long long begin;
    long long end;
    unsigned sm;
    unsigned result;
};

/// Returns the block's shared memory as an address of that space.
__device__ inline unsigned shared_begin() {
    extern __shared__ uint4 shared_words[];
    return static_cast<unsigned>(__cvta_generic_to_shared(shared_words));
}

/// Runs `steps` steps of the operation `repeats` times in each warp.
template <typename Operation, int steps> __global__ void __launch_bounds__(1024)
    sm_loop(Input input, unsigned repeats, WarpTime* times) {
    // Each word of shared memory holds its own address, so that a chain of loads stays at one address.
    for (unsigned at = 4 * threadIdx.x; at < shared_bytes; at += 4 * blockDim.x) {
        const unsigned address = shared_begin() + at;
        asm volatile("st.shared.u32 [%0], %0;" ::"r"(address) : "memory");
    }
    Operation operation(input);
    __syncthreads();
    const long long begin = clock64();
#pragma unroll 1
    for (unsigned repeat = 0; repeat < repeats; ++repeat) {
#pragma unroll
        for (int step = 0; step < steps; ++step) operation.step();
    }
    // The clock is read only after the last result is ready.
    const unsigned result = operation.result();
    unsigned kept;
    asm volatile("mov.u32 %0, %1;" : "=r"(kept) : "r"(result) : "memory");
    const long long end = clock64();
    if (threadIdx.x % 32 == 0) {
        unsigned sm;
        asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
        times[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = {begin, end, sm, kept};
    }
}

/// Number of threads per SM.
struct SmLoad {
    int threads = 1024;   ///< per block
    int blocks = 1;       ///< per SM
    bool every_sm = true; ///< false: one block on one SM

    /// Warps per block.
    int warps() const { return (threads + 31) / 32; }
};

/// One warp alone on the GPU.
inline constexpr SmLoad one_warp = {32, 1, false};

/// The cycles from the first start to the last end, as the median over the SMs that have the planned
/// number of blocks. NaN if there is no such SM.
double busy_cycles(const std::vector<WarpTime>& times, const SmLoad& load);

/// Buffer for the warps' times, on the GPU.
WarpTime* warp_times_on_gpu();

/// Cycles of one launch.
template <typename Operation, int steps>
double clocks_once(const Gpu& gpu, const Input& input, const SmLoad& load, unsigned repeats) {
    const int grid = load.every_sm ? gpu.sms * load.blocks : load.blocks;
    WarpTime* const on_gpu = warp_times_on_gpu();
    sm_loop<Operation, steps><<<grid, load.threads, shared_bytes>>>(input, repeats, on_gpu);
    check(cudaGetLastError(), "launch");
    std::vector<WarpTime> times(static_cast<std::size_t>(grid) * load.warps());
    check(cudaMemcpy(times.data(), on_gpu, times.size() * sizeof(WarpTime), cudaMemcpyDeviceToHost),
          "sm_loop");
    return busy_cycles(times, load);
}

/// Cycles per counted instruction of a warp; median of several launches after one warm-up.
template <typename Operation, int steps = (256 + Operation::instructions - 1) / Operation::instructions>
double clocks_each(const Gpu& gpu, const Input& input, const SmLoad& load, unsigned repeats = 64) {
    std::vector<double> clocks;
    for (int run = 0; run <= runs; ++run) {
        const double once = clocks_once<Operation, steps>(gpu, input, load, repeats);
        if (run > 0) clocks.push_back(once);
    }
    return median(clocks) / (static_cast<double>(repeats) * steps * Operation::instructions);
}

/// Warp instructions per cycle that an SM executes.
template <typename Operation, int steps = (256 + Operation::instructions - 1) / Operation::instructions>
double rate(const Gpu& gpu, const Input& input, const SmLoad& load = {}, unsigned repeats = 64) {
    return load.blocks * load.warps() / clocks_each<Operation, steps>(gpu, input, load, repeats);
}

} // namespace calibrate
