/// @file
/// Atomics in global memory without a result, on the whole GPU.

#include "gpu.h"
#include "mixing.h"
#include "output.h"
#include "timing.h"

namespace calibrate {
namespace {

constexpr int threads = 1024;

/// Access pattern of the lanes of an atomic.
enum class Where {
    in_a_row, ///< consecutive words
    lines,    ///< one word per line
    random,   ///< random words
};

/// Index below `words`, a power of two, for a thread of a grid of `grid_threads`.
template <Where where>
__device__ unsigned place(unsigned thread, unsigned grid_threads, unsigned repeat, unsigned words) {
    if constexpr (where == Where::in_a_row) return (thread + repeat * grid_threads) & (words - 1);
    // The next 32 lines are consecutive; the word within the line changes each time.
    if constexpr (where == Where::lines) {
        const unsigned at = thread + repeat * grid_threads;
        const unsigned lines = words / 32;
        return 32 * (at & (lines - 1)) + (repeat & 31);
    }
    return mixed(thread + repeat * 0x01000193u) & (words - 1);
}

/// Each participating lane adds `number`, `repeats` times. `lanes` lanes of each warp participate.
template <Where where> __global__ void __launch_bounds__(threads, 2)
    add(unsigned* set, unsigned words, unsigned number, unsigned repeats, unsigned lanes) {
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x % 32 >= lanes) return;
#pragma unroll 4
    for (unsigned repeat = 0; repeat < repeats; ++repeat) {
        unsigned* const address = set + place<where>(thread, gridDim.x * blockDim.x, repeat, words);
        asm volatile("red.global.add.u32 [%0], %1;" ::"l"(address), "r"(number) : "memory");
    }
}

/// Warp instructions per nanosecond.
template <Where where>
double instructions_per_ns(const Gpu& gpu, unsigned words, unsigned repeats, unsigned lanes = 32) {
    const int grid = 2 * gpu.sms;
    const double time = gpu_microseconds([&] {
        add<where><<<grid, threads>>>(reinterpret_cast<unsigned*>(gpu.first), words, 7, repeats, lanes);
    });
    return per_ns(static_cast<double>(repeats) * grid * threads / 32, time);
}

} // namespace

void measure_atomics(const Gpu& gpu) {
    const auto set_words = static_cast<unsigned>(gpu.l2_set_bytes / 4);
    const auto dram_words = static_cast<unsigned>(std::min<std::size_t>(gpu.buffer_bytes, 1u << 30) / 4);
    print_value("atomic_same_per_ns", instructions_per_ns<Where::random>(gpu, 1, 64, 1),
                "one lane at a time, one address");
    print_value("atomic_warp_same_per_ns", instructions_per_ns<Where::random>(gpu, 1, 64),
                "warp instructions, one address");
    print_value("atomic_distinct_per_ns", 32 * instructions_per_ns<Where::in_a_row>(gpu, set_words, 256),
                "lanes, in a row");
    print_value("atomic_random_per_ns", 32 * instructions_per_ns<Where::random>(gpu, set_words, 64), "lanes");
    print_value("atomic_lines_per_ns", 32 * instructions_per_ns<Where::lines>(gpu, set_words, 64),
                "lanes, line by line");
    print_value("dram_atomic_random_per_ns", 32 * instructions_per_ns<Where::random>(gpu, dram_words, 64),
                "lanes, over 1 GiB");
    for (const unsigned addresses : {2u, 8u, 64u, 256u, 1024u, 4096u}) {
        char name[32];
        std::snprintf(name, sizeof name, "atomic_few_%u", addresses);
        print_value(name, 32 * instructions_per_ns<Where::random>(gpu, addresses, 16),
                    "lanes, each at one of N words, N in the name");
    }
}

} // namespace calibrate
